import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../open.ts'
import type { Tables } from '../tables.ts'

/** Connection that only one caller uses, for the copy protocol, which the connections of the pool do not speak. */
export interface LoneConnection {
  client: pg.Client
  /** Runs queries on `client`, in the same transaction as its copies. */
  database: Database
  /** Closes the connection at once. PostgreSQL rolls back an open transaction. */
  close(): void
}

/** Opens another connection to the database of a pool. Its statements may take any time. */
export async function connectAlone(pool: pg.Pool): Promise<LoneConnection> {
  const { Client: _preparing, ...config } = pool.options
  const client = new pg.Client({
    ...config,
    // The pool hides the password from copies of its options.
    password: pool.options.password,
    pipeline: false,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // A lost connection also rejects the statement in progress. Without a listener, the event would end the process.
  client.on('error', () => undefined)
  // Do not wait for `client.end()`: it would first wait for all rows of a copy in progress.
  const close = () => void client.connection.stream.destroy()
  await client.connect().catch((error) => {
    close()
    throw error
  })
  const single = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as pg.PoolClient
  const dialect = new PostgresDialect({
    pool: { connect: async () => single, end: async () => undefined, options: {} },
  })
  return {
    client,
    database: new Kysely<Tables>({ dialect }),
    close,
  }
}

/**
 * Statements that fix the text format of copied values for the current transaction, whatever the settings of the role
 * or the database are, and that lift its time limits.
 */
export const copySettings = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ')
