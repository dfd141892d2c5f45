import { setTimeout as delay } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { isDatabaseUnavailable } from '../unavailable.ts'
import type { Cluster } from './open-cluster.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { port } from './socket-folder.ts'

export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Explicit, because PGSSLMODE could otherwise demand TLS, which a Unix socket does not have. */
  ssl: false
}

const patienceMs = 60_000

/**
 * Connects to a cluster, starting it when it does not run, and waiting while it starts, recovers or stops.
 * @throws Error with the end of PostgreSQL's output when it does not start.
 */
export async function connect(cluster: Cluster): Promise<{ client: Client; connection: Connection }> {
  const deadline = Date.now() + patienceMs
  let attempts = 0
  let started = false
  let reason = 'it has no socket'
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.folder)
    if (!postmaster) {
      // A start also fails because another process came first, or because the last one was still stopping.
      const { succeeded, output } = await startPostmaster(cluster)
      started = succeeded
      if (!succeeded && ++attempts === 3) throw new Error(`PostgreSQL in ${cluster.folder} does not start:\n${output}`)
      continue
    }
    try {
      if (postmaster.socketFolder) return await connectTo(postmaster.socketFolder, cluster)
    } catch (error) {
      reason = (error as Error).message
      if (!isDatabaseUnavailable(error)) {
        if (started) await stopPostmaster(cluster)
        throw explain(error, cluster)
      }
    }
    await delay(20)
  }
  throw new Error(
    `PostgreSQL in ${cluster.folder} runs but accepts no connections: ${reason}. See ${cluster.logFile}. ` +
      'A long recovery takes time; a socket in a private /tmp (systemd: PrivateTmp) needs a TMPDIR that all can see.',
  )
}

async function connectTo(host: string, { password }: Cluster): Promise<{ client: Client; connection: Connection }> {
  const connection: Connection = { host, port, user: 'tocsin', password, database: 'tocsin', ssl: false }
  try {
    return { client: await open(connection), connection }
  } catch (error) {
    if ((error as DatabaseError).code !== '3D000') throw error
  }
  await createDatabase(connection)
  return { client: await open(connection), connection }
}

async function open(connection: Connection): Promise<Client> {
  const client = new Client({ ...connection, application_name: 'tocsin', connectionTimeoutMillis: 10_000 })
  // Without a listener a connection that breaks would end the process; whoever holds the client hears its 'end'.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function createDatabase(connection: Connection): Promise<void> {
  const client = await open({ ...connection, database: 'postgres' })
  try {
    await client.query('select pg_advisory_lock(7063001)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database])
    if (rowCount === 0) await client.query('create database tocsin')
  } finally {
    await client.end()
  }
}

function explain(error: unknown, cluster: Cluster): unknown {
  if ((error as DatabaseError).code !== '28P01') return error
  return new Error(`PostgreSQL refuses the password kept next to ${cluster.folder}; restore postgresql.password.`, {
    cause: error,
  })
}
