import { setTimeout as delay } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import type { OperatorLog } from '../operator-log.ts'
import { isStarting } from '../sql-state.ts'
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
  /**
   * Disables TLS, which a Unix socket does not support. The environment variable PGSSLMODE could otherwise require TLS.
   */
  ssl: false
}

interface Connected {
  client: Client
  connection: Connection
}

const failedStartsMaximum = 3

/**
 * Connects to a cluster, and starts PostgreSQL if it does not run. Waits without limit while PostgreSQL starts,
 * recovers or stops, because an interrupted recovery would have to start over.
 * @param waitMaximumMs maximum wait for a PostgreSQL that does not respond. Also the interval between log lines while
 *   PostgreSQL starts, recovers or stops.
 * @throws Error with the end of PostgreSQL's output when PostgreSQL does not start.
 */
export async function connect(cluster: Cluster, log: OperatorLog, waitMaximumMs = 60_000): Promise<Connected> {
  let isStartedHere = false
  let failedStarts = 0
  for (;;) {
    const connected = await connectWhileRunning(cluster, log, waitMaximumMs, isStartedHere)
    if (connected) return connected
    // If the start fails because another process starts or stops PostgreSQL at the same time, the loop tries again.
    const { succeeded, output } = await startPostmaster(cluster)
    isStartedHere = succeeded
    if (!succeeded && ++failedStarts === failedStartsMaximum) {
      throw new Error(`PostgreSQL in ${cluster.folder} does not start:\n${output}`)
    }
  }
}

/**
 * Connects to a running PostgreSQL, and waits until it accepts connections.
 * @returns undefined when PostgreSQL does not run.
 */
async function connectWhileRunning(
  cluster: Cluster,
  log: OperatorLog,
  waitMaximumMs: number,
  isStartedHere: boolean,
): Promise<Connected | undefined> {
  let lastError = new Error('it has no socket')
  let deadlineMs = Date.now() + waitMaximumMs
  for (;;) {
    const postmaster = await findPostmaster(cluster.folder)
    if (!postmaster) return undefined
    try {
      if (postmaster.socketFolder) return await connectTo(postmaster.socketFolder, cluster)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) {
        if (isStartedHere) await stopPostmaster(cluster)
        throw explain(error, cluster)
      }
      lastError = error as Error
    }
    if (Date.now() > deadlineMs) {
      if (!isStarting(lastError)) throw unreachable(lastError, cluster)
      log(`the embedded PostgreSQL is not ready yet: ${lastError.message}; waiting for it`, 'warn')
      deadlineMs = Date.now() + waitMaximumMs
    }
    await delay(20)
  }
}

async function connectTo(host: string, { password }: Cluster): Promise<Connected> {
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
  // Ignore errors here: without a listener, the error of a broken connection would end the process. The event `end`
  // reports that the connection has ended.
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

const unreachable = ({ message }: Error, { folder, logFile }: Cluster): Error =>
  new Error(
    `PostgreSQL in ${folder} runs but accepts no connections: ${message}. See ${logFile}. ` +
      'A socket in a private /tmp (systemd: PrivateTmp) needs a TMPDIR that all can see.',
  )

function explain(error: unknown, cluster: Cluster): unknown {
  if ((error as DatabaseError).code !== '28P01') return error
  return new Error(`PostgreSQL rejects the password stored next to ${cluster.folder}; restore postgresql.password.`, {
    cause: error,
  })
}
