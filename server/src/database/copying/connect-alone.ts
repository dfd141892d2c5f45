import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { HostClient, type HostClientConfig } from '../connecting/host-client.ts'
import type { Database } from '../open.ts'
import type { Tables } from '../tables.ts'

/** Connection outside the pool, for a single caller. Unlike a connection of the pool, it can run COPY. */
export interface LoneConnection {
  client: pg.Client
  /** Sends its queries through the connection `client`, so that they share a transaction with COPY. */
  database: Database
  /** Closes the connection at once. If a transaction is open, PostgreSQL rolls it back. */
  close(): void
}

/** Opens a connection to the database of a pool, outside the pool. Its statements have no time limit. */
export async function connectAlone(pool: pg.Pool): Promise<LoneConnection> {
  const { Client: _preparing, ...config } = pool.options as pg.PoolConfig & HostClientConfig
  const client = new HostClient({
    ...config,
    // Copy the password explicitly, because it is a hidden property of the pool's options.
    password: pool.options.password,
    pipeline: false,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // A lost connection rejects the statement in progress, and also emits an `error` event, which would end the process
  // if nobody listened.
  client.on('error', () => undefined)
  // Do not use `client.end()`, because it would wait until a copy in progress has sent all its rows.
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
 * SQL settings for a transaction that copies rows. They fix the text format of values, because roles and databases may
 * have other defaults. They also remove the time limits.
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
