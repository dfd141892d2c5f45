import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'
import { until } from './until.ts'

const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env: environment }).status === 0

/**
 * Starts PgBouncer with the configuration of deploy/, and stops it after the last test of the file.
 * @param directUrl connection URL of a database on the PostgreSQL behind PgBouncer.
 * @param poolSize number of sessions that all connections to one database share.
 * @returns a function that turns the direct URL of a database into its URL through PgBouncer.
 */
export async function startPgBouncer(directUrl: string, poolSize: number): Promise<(directUrl: string) => string> {
  const folder = await makeTemporaryFolder('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  const port = await findFreePort()
  const { searchParams, username, password, hostname, port: directPort } = new URL(directUrl)
  const host = searchParams.get('host') ?? hostname
  const database = `* = host=${host} port=${directPort || 5432} user=${username}${password && ` password=${password}`}`
  const template = await readFile(new URL('../../../deploy/pgbouncer.ini', import.meta.url), 'utf8')
  // PgBouncer uses the last value of a setting, so these lines replace the values of the file.
  const changed = [`listen_port = ${port}`, 'auth_type = any', 'auth_file =', 'unix_socket_dir =']
  const text = [template.replace(/^tocsin = .*$/m, database), ...changed, `default_pool_size = ${poolSize}`, '']
  await writeFile(file, text.join('\n'))
  // PgBouncer refuses to run as root. Run it as the owner of PostgreSQL's socket, who may connect to the socket.
  const { uid, gid } = host.startsWith('/') ? await stat(host) : await stat('/proc/self')
  const account = uid === 0 ? { uid: 65534, gid: 65534 } : { uid, gid }
  if (process.getuid?.() === 0) await chown(file, account.uid, account.gid)
  const child = spawn('pgbouncer', ['--quiet', file], {
    env: environment,
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && account),
  })
  const exited = once(child, 'exit')
  afterAll(async () => {
    child.kill('SIGTERM')
    await exited
    await removeFolder(folder)
  })
  const pooledUrl = (direct: string) => `postgres://${username}@127.0.0.1:${port}${new URL(direct).pathname}`
  await until('PgBouncer answers', () => isAnswering(pooledUrl(directUrl)))
  return pooledUrl
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
