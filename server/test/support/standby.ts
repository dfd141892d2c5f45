import { appendFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { connect, type Connection } from '../../src/database/embedded/connect.ts'
import { openCluster, type Cluster } from '../../src/database/embedded/open-cluster.ts'
import { findPostmaster, stopPostmaster } from '../../src/database/embedded/postmaster.ts'
import { run } from '../../src/database/embedded/run.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'
import { until } from './until.ts'

interface ReplicatedDatabase {
  /** Connection URL with both hosts, the standby first. */
  url: string
  /** Returns a connection URL with the standby and a host that accepts connections but never responds. */
  urlOfStandbyAnd(silentPort: number): string
  /** Stops the primary at once, as a crash does. */
  crashPrimary(): Promise<void>
  /** Suspends all processes of the primary. The connections to the primary stay open, as after a power cut. */
  freezePrimary(): Promise<void>
  promoteStandby(): Promise<void>
}

/** Starts a PostgreSQL and a standby that confirms every commit, and stops both after the last test of the file. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await makeTemporaryFolder('replicated')
  const primary = await openCluster(join(folder, 'primary'), () => undefined)
  const source = await start(primary)
  await stopPostmaster(primary)
  const standby = await copyAsStandby(primary, join(folder, 'standby'), source)
  await start(primary)
  const target = await start(standby)
  const frozen: number[] = []
  afterAll(async () => {
    for (const pid of frozen) process.kill(pid, 'SIGKILL')
    await until('the primary has ended', async () => frozen.length === 0 || !(await findPostmaster(primary.folder)))
    for (const cluster of [primary, standby]) await stopPostmaster(cluster)
    await removeFolder(folder)
  })

  await query(source, `alter system set synchronous_standby_names = '*'`)
  await query(source, 'select pg_reload_conf()')
  await until('the standby confirms commits', async () => {
    const [row] = await query(source, 'select sync_state from pg_stat_replication')
    return row?.sync_state === 'sync'
  })
  const urlOf = (hosts: string[], ports: number[]) =>
    `postgres://tocsin:${source.password}@/tocsin?host=${hosts.map(encodeURIComponent).join(',')}&port=${ports.join(',')}`
  return {
    url: `${urlOf([target.host, source.host], [source.port])}&target_session_attrs=read-write`,
    urlOfStandbyAnd: (silentPort) => urlOf([target.host, '127.0.0.1'], [target.port, silentPort]),
    async crashPrimary() {
      process.kill((await findPostmaster(primary.folder))!.pid, 'SIGQUIT')
      await until('the primary has stopped', async () => !(await findPostmaster(primary.folder)))
    },
    async freezePrimary() {
      const postmaster = (await findPostmaster(primary.folder))!.pid
      const processes = await query(
        source,
        `select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type <> 'autovacuum worker'`,
      )
      frozen.push(postmaster, ...processes.map(({ pid }) => Number(pid)))
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    promoteStandby: async () => void (await query(target, 'select pg_promote()')),
  }
}

async function start(cluster: Cluster): Promise<Connection> {
  const { client, connection } = await connect(cluster, () => undefined)
  await client.end()
  return connection
}

/**
 * Copies the files of a stopped PostgreSQL, and makes the copy a standby that replicates the PostgreSQL at `source`.
 */
async function copyAsStandby(primary: Cluster, dataFolder: string, source: Connection): Promise<Cluster> {
  const standby = await openCluster(dataFolder, () => undefined)
  await removeFolder(standby.folder)
  await cp(primary.folder, standby.folder, { recursive: true })
  const { host, port, user, password } = source
  await appendFile(
    join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  )
  await writeFile(join(standby.folder, 'standby.signal'), '')
  const { account } = primary
  if (account) await run('chown', ['-hR', `${account.uid}:${account.gid}`, standby.folder])
  return { ...standby, password: primary.password }
}

async function query(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
