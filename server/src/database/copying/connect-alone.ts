import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { HostClient, type HostClientConfig } from '../connecting/host-client.ts'
import type { Database } from '../open.ts'
import type { Tables } from '../tables.ts'

/** Connection of one caller, outside the pool. It can run COPY, which the connections of the pool do not support. */
export interface LoneConnection {
  client: pg.Client
  /** Runs queries on `client`, in the same transaction as COPY. */
  database: Database
  /** Closes the connection at once. PostgreSQL rolls back an open transaction. */
  close(): void
}

/** Opens another connection to the database of a pool. The statements of this connection have no time limit. */
export async function connectAlone(pool: pg.Pool): Promise<LoneConnection> {
  const { Client: _preparing, ...config } = pool.options as pg.PoolConfig & HostClientConfig
  const client = new HostClient({
    ...config,
    // The pool hides the password from copies of its options.
    password: pool.options.password,
    pipeline: false,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // A lost connection rejects the statement in progress and also emits `error`. Without a listener, the event would end
  // the process.
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
 * Settings of a transaction that copies rows. They fix the text format of the values, because roles and databases may
 * have other defaults, and they lift the time limits.
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
