import { Kysely } from 'kysely'
import pg from 'pg'
import type { WaitNotice } from '../wait-notice.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { readInstant } from './instant.ts'
import type { OperatorLog } from './operator-log.ts'
import { PipeliningDialect } from './throughput/pipelining-dialect.ts'
import { PreparingClient } from './prepare.ts'
import { rejectPooler } from './reject-pooler.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface OpenDatabase {
  readonly database: Database
  readonly pool: pg.Pool
  /** Closes the connections, and stops the embedded PostgreSQL when nothing else uses it. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Address of PostgreSQL; undefined: the embedded one below `dataFolder`. */
  databaseUrl: string | undefined
  dataFolder: string
  log: OperatorLog
  connections?: number
  /** Maximum time to wait for an answer of PostgreSQL. */
  answerMaximumMs?: number
  /** Announces slow answers to the user of a command. */
  wait?: WaitNotice
}

/** Maximum number of connections by default. */
const connectionsDefault = 10

/** Exceeds the statement timeout: a PostgreSQL that has not answered by then is frozen or cannot be reached. */
const answerMaximumMs = 35_000

/**
 * Settings of every session. Queries rely on the first three. Compiling a plan (JIT) takes longer than our queries run.
 * Lists nearly always read from memory, where a page costs as much as a few rows, not a hundred.
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
 * Opens the database at `databaseUrl`, or starts the embedded one.
 * @throws Error when the database cannot be reached or is behind an unusable pooler.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const connections = options.connections ?? connectionsDefault
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options.dataFolder, options.log)
  const pool = new pg.Pool({
    application_name: 'tocsin',
    ...(embedded ? embedded.connection : { connectionString: options.databaseUrl }),
    Client: class extends PreparingClient {
      constructor(config?: pg.ClientConfig) {
        // Read the settings again for each connection, because the socket of a restarted PostgreSQL may have moved.
        super({ ...config, ...embedded?.connection }, options.answerMaximumMs ?? answerMaximumMs, options.wait)
        // Append our options to those of DATABASE_URL: the last value of a setting counts.
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
    // Allows sending a statement before the previous one is answered.
    pipeline: true,
    // Releases the locks of a server that freezes in a transaction.
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
  })
  // Without a listener a broken idle connection would end the process. The next query opens another one.
  pool.on('error', (error) => {
    // An ending pool does not wait for its connections, so the embedded PostgreSQL may stop before they close.
    if (!pool.ending) options.log(`a database connection was lost: ${error.message}`, 'warn')
  })

  const database = new Kysely<Tables>({ dialect: new PipeliningDialect({ pool }) })
  const close = async () => {
    await database.destroy()
    // Kysely does not close a pool that it has not used.
    if (!pool.ending) await pool.end()
    await embedded?.release()
  }
  try {
    if (!embedded) await rejectPooler(database)
  } catch (error) {
    await close()
    throw error
  }
  return { database, pool, close }
}

const timestamptz = pg.types.builtins.TIMESTAMPTZ
const bigint = pg.types.builtins.INT8

/** Reads instants as the API's text, and counts and sizes as numbers; leaves other types to `pg`. */
const getTypeParser = ((oid: number, format?: 'text') => {
  if (oid === timestamptz) return readInstant
  if (oid === bigint) return Number
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser
