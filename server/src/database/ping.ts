import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Checks that PostgreSQL responds and accepts writes.
 * @throws Error with the SQLSTATE of a write to a read-only database, if PostgreSQL is a standby or read-only.
 */
export async function ping(database: Database): Promise<void> {
  await sql`do $$ begin
    if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
      raise read_only_sql_transaction using message = 'the database is read-only';
    end if;
  end $$`.execute(database)
}
