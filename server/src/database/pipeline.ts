import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { poolOf, type Database } from './open.ts'
import type { Tables } from './tables.ts'

/**
 * One connection, kept until it is closed: a statement is sent on it before those sent earlier are answered, and PostgreSQL
 * runs one after the other without waiting for the server in between.
 */
export interface Pipeline {
  readonly database: Database
  /** Whether others wait for a connection. */
  isWanted(): boolean
  /** Gives the connection back, when every statement has been answered. */
  close(): void
}

/**
 * Takes a connection for a pipeline; a transaction, which is one already, answers each statement before it takes the next.
 * @throws what keeps the database from giving a connection.
 */
export async function openPipeline(database: Database): Promise<Pipeline> {
  const pool = poolOf(database)
  if (!pool) return { database, isWanted: () => false, close: () => undefined }
  const client = await pool.connect()
  return {
    database: databaseOn(client),
    isWanted: () => pool.waitingCount > 0,
    close: () => client.release(),
  }
}

const databases = new WeakMap<pg.PoolClient, Database>()

/** Kysely asks for a connection with each statement and gives it back after: always this one. */
function databaseOn(client: pg.PoolClient): Database {
  const known = databases.get(client)
  if (known) return known
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  databases.set(client, database)
  return database
}
