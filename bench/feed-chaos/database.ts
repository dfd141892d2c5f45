import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@tocsin/server/src/database/embedded.ts'
import { openDatabase, type OpenDatabase } from '@tocsin/server/src/database/open.ts'
import pg from 'pg'
import { cliOf, thisCheckout } from '../server-under-test.ts'

const name = 'feed_chaos'
const copy = 'feed_chaos_copy'

/** Database in an embedded PostgreSQL. It can be copied and put back, as from a backup. */
export interface ChaosDatabase {
  socketPath: string
  /** Makes a URL that leads to the database through a TCP port of this machine. */
  urlThrough(port: number): string
  open(): Promise<OpenDatabase>
  /** Copies the database, which must have no connections. */
  copy(): Promise<void>
  /** Replaces the database, which must have no connections, by its copy. */
  restore(): Promise<void>
  runCommand(...parameters: string[]): Promise<void>
  stop(): Promise<void>
}

export async function makeChaosDatabase(dataFolder: string): Promise<ChaosDatabase> {
  const embedded = await startEmbeddedPostgres(dataFolder, () => undefined)
  const { host, port, user, password } = embedded.connection
  const execute = async (...statements: string[]) => {
    const client = new pg.Client(embedded.connection)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  // Only servers are killed, never PostgreSQL, so no commit has to wait for the disk.
  await execute(`create database ${name}`, `alter database ${name} set synchronous_commit to off`)
  return {
    socketPath: join(host, `.s.PGSQL.${port}`),
    urlThrough: (proxyPort) => `postgres://${user}:${password}@127.0.0.1:${proxyPort}/${name}?sslmode=disable`,
    open: () => openDatabase({ databaseUrl, dataFolder, log: () => undefined }),
    copy: () => execute(`create database ${copy} template ${name}`),
    restore: () => execute(`drop database ${name}`, `alter database ${copy} rename to ${name}`),
    async runCommand(...parameters) {
      const env = { PATH: '/usr/bin:/bin', DATA_DIR: dataFolder, DATABASE_URL: databaseUrl }
      await promisify(execFile)(process.execPath, [cliOf(thisCheckout), ...parameters], { env })
    },
    stop: () => embedded.release(),
  }
}
