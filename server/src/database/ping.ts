import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Succeeds when PostgreSQL answers and can be written to.
 * @throws as any write to a standby does, or to what a failover has made one.
 */
export async function ping(database: Database): Promise<void> {
  await sql`do $$ begin
    if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
      raise read_only_sql_transaction using message = 'the database is read-only';
    end if;
  end $$`.execute(database)
}
