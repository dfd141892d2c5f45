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
  /** Undefined: the embedded PostgreSQL below `dataFolder`. */
  databaseUrl: string | undefined
  dataFolder: string
  log: OperatorLog
  connections?: number
  /** How long to wait for PostgreSQL. */
  answerMaximumMs?: number
  /** Announces answers that take long, for a command. */
  wait?: WaitNotice
}

/** How many a database opens where nobody says how many. */
const connectionsDefault = 10

/** A little longer than a statement may take: a server that has not answered by then is frozen or cannot be reached. */
const answerMaximumMs = 35_000

/**
 * What queries read relies on the first three settings. Compiling a plan (JIT) takes longer than our queries run. What lists
 * read is nearly always in memory, where a page costs as much as some rows, not as a hundred of them.
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
 * Opens the database that the environment names, starting the embedded one where it names none.
 * @throws Error where DATABASE_URL leads nowhere, or to a pooler that cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const connections = options.connections ?? connectionsDefault
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options.dataFolder, options.log)
  const pool = new pg.Pool({
    application_name: 'tocsin',
    ...(embedded ? embedded.connection : { connectionString: options.databaseUrl }),
    Client: class extends PreparingClient {
      constructor(config?: pg.ClientConfig) {
        // Once more for each connection: whoever starts the embedded PostgreSQL again may have moved its socket.
        super({ ...config, ...embedded?.connection }, options.answerMaximumMs ?? answerMaximumMs, options.wait)
        // After those of DATABASE_URL, which would replace them: the last of two counts.
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
    // Whoever holds a connection may send a statement before the one before is answered.
    pipeline: true,
    // A server that freezes in a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
  })
  // Without a listener an idle connection that breaks would end the process; the next query opens another one.
  pool.on('error', (error) => {
    // A pool that ends does not wait for its connections: they may live to see the embedded PostgreSQL stop.
    if (!pool.ending) options.log(`a database connection was lost: ${error.message}`, 'warn')
  })

  const database = new Kysely<Tables>({ dialect: new PipeliningDialect({ pool }) })
  pools.set(database, pool)
  const close = async () => {
    await database.destroy()
    // Kysely leaves a pool alone that it has not used itself.
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

const pools = new WeakMap<Database, pg.Pool>()

/** Where an open database takes its connections from; undefined for a single one of them, as a transaction has. */
export const poolOf = (database: Database): pg.Pool | undefined => pools.get(database)

const timestamptz = pg.types.builtins.TIMESTAMPTZ
const bigint = pg.types.builtins.INT8

/** Instants come back as the wire's text, counts and sizes as numbers; all else as `pg` reads it. */
const getTypeParser = ((oid: number, format?: 'text') => {
  if (oid === timestamptz) return readInstant
  if (oid === bigint) return Number
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser
