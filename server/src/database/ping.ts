import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Succeeds when PostgreSQL answers. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}
