import { Kysely } from 'kysely'
import pg from 'pg'
import type { WaitNotice } from '../wait-notice.ts'
import { isDistributed } from './cluster/distribute.ts'
import { WrongSettings } from '../wrong-settings.ts'
import { parseDatabaseUrl } from './connecting/database-url.ts'
import { makeAcceptsWrites, makeFindPrimary } from './connecting/find-primary.ts'
import type { HostClientConfig } from './connecting/host-client.ts'
import { leaveLostHosts } from './connecting/leave-lost-hosts.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { readInstant } from './instant.ts'
import type { OperatorLog } from './operator-log.ts'
import { PipeliningDialect } from './throughput/pipelining-dialect.ts'
import { PreparingClient } from './prepare.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface OpenDatabase {
  readonly database: Database
  readonly pool: pg.Pool
  /** True if the database is behind a pooler: each transaction of a connection may then run in another session. */
  readonly isPooled: boolean
  /** True if the tables were distributed over the nodes of a cluster when the database was opened. */
  readonly isDistributed: boolean
  /** Closes the connections. Also stops the embedded PostgreSQL unless another server or command uses it. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /**
   * Connection URL of PostgreSQL, which may have several hosts; undefined for the embedded PostgreSQL, whose data is in
   * `dataFolder`.
   */
  databaseUrl: string | undefined
  dataFolder: string
  log: OperatorLog
  /**
   * True to reject a database behind a pooler, because the caller needs one session, for example for an advisory lock.
   */
  needsSession?: boolean
  connections?: number
  /** Maximum time to wait for a response of PostgreSQL, in milliseconds; by default 35 seconds. */
  responseMaximumMs?: number
  /** Notifies the user of a command when PostgreSQL is slow to respond; undefined in a server. */
  wait?: WaitNotice
}

/** Default of `DatabaseOptions.connections`, the maximum number of connections. */
const connectionsDefault = 10

/**
 * Default of `DatabaseOptions.responseMaximumMs`. It is longer than the statement timeout of 30 seconds. A PostgreSQL
 * that has not responded after this time is therefore frozen or unreachable.
 */
const responseMaximumMs = 35_000

/**
 * PostgreSQL settings of every session, as one string of `-c name=value` options.
 *
 * Queries rely on the time zone, the date style and the isolation level. JIT is off because compiling a plan takes
 * longer than our queries run. The page costs are low because lists nearly always read pages from memory, which costs
 * only as much as processing a few rows.
 */
export const sessionSettings = [
  'timezone=UTC',
  'datestyle=ISO',
  String.raw`default_transaction_isolation=read\ committed`,
  'jit=off',
  'seq_page_cost=0.2',
  'random_page_cost=0.22',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/**
 * Opens the database at `databaseUrl`, or starts the embedded PostgreSQL if `databaseUrl` is undefined.
 * @throws Error when the database cannot be reached, or when a pooler drops the settings of connections.
 * @throws WrongSettings when `needsSession` is true and the database is behind a pooler.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const connections = options.connections ?? connectionsDefault
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options.dataFolder, options.log)
  const settings: pg.PoolConfig & HostClientConfig = {
    Client: class extends PreparingClient {
      constructor(config?: HostClientConfig) {
        super(config, options.responseMaximumMs ?? responseMaximumMs, options.wait)
        // Append our options to those of DATABASE_URL. PostgreSQL uses the last value of a setting, so ours take
        // effect.
        const parameters = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters
        parameters.options = `${parameters.options ?? ''} ${sessionSettings}`
      }
    },
    max: connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 30_000,
    // Let pg send a statement before PostgreSQL has answered the previous statement.
    pipeline: true,
    // Let PostgreSQL end a transaction that is idle for a minute. Without this limit, a frozen server would never
    // release its locks.
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
    application_name: 'tocsin',
    ...(embedded
      ? // A restart of the embedded PostgreSQL may move its socket.
        { ...embedded.connection, findHost: async () => embedded.connection }
      : connectionTo(options.databaseUrl!)),
  }
  const pool = new pg.Pool(settings)
  const { findHost, acceptsWrites } = settings
  const stopLeaving = findHost && acceptsWrites && leaveLostHosts(pool, findHost, acceptsWrites)
  // Without a listener, the error of a broken idle connection would end the process. Only log the error, because the
  // next query opens a new connection.
  pool.on('error', (error) => {
    // Do not log connections that are lost while the pool ends. The pool does not wait until they are closed, so the
    // embedded PostgreSQL may close them first.
    if (!pool.ending) options.log(`a database connection was lost: ${error.message}`, 'warn')
  })

  const database = new Kysely<Tables>({ dialect: new PipeliningDialect({ pool }) })
  const close = async () => {
    stopLeaving?.()
    await database.destroy()
    // End a pool that Kysely has not used, because `destroy` leaves such a pool open.
    if (!pool.ending) await pool.end()
    await embedded?.release()
  }
  try {
    const isPooled = embedded ? false : await findPooler(pool)
    if (isPooled && options.needsSession) throw new WrongSettings(poolerAdvice)
    return { database, pool, isPooled, isDistributed: !embedded && (await isDistributed(database)), close }
  } catch (error) {
    await close()
    throw error
  }
}

const poolerAdvice =
  'Migrating, restoring and distributing need PostgreSQL itself, but the address of the database leads to a pooler. ' +
  'Set MIGRATION_DATABASE_URL to the address of PostgreSQL.'

async function findPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  client.release()
  return (client as pg.PoolClient & PreparingClient).isPooled
}

/** Returns the settings of connections to the database that a URL names. */
function connectionTo(databaseUrl: string): HostClientConfig {
  const { config, hosts, needsPrimary } = parseDatabaseUrl(databaseUrl)
  if (!needsPrimary) return { ...config, ...hosts[0] }
  return { ...config, findHost: makeFindPrimary(config, hosts), acceptsWrites: makeAcceptsWrites(config) }
}

const timestamptz = pg.types.builtins.TIMESTAMPTZ
const bigint = pg.types.builtins.INT8

/**
 * Reads `timestamptz` as an instant in the format of the API, and `bigint` as a number. All other types are read as
 * `pg` reads them by default.
 */
const getTypeParser = ((oid: number, format?: 'text') => {
  if (oid === timestamptz) return readInstant
  if (oid === bigint) return Number
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser
