import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'

/** Takes a lock until the transaction ends, so that only one process at a time can set up the server. */
export const lockSetUp = (database: Database) => sql`select pg_advisory_xact_lock(7063011)`.execute(database)

/**
 * Checks if any administrator exists. Archived administrators count, because otherwise the next visitor could set up
 * the server after the last administrator was archived.
 */
export async function hasAdministrator(database: Database): Promise<boolean> {
  const administrator = await database
    .selectFrom('users')
    .select('id')
    .where('kind', '=', 'staff')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst()
  return administrator !== undefined
}
