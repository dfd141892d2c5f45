import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'

/** Lets one set-up at a time through, whichever process it runs in, until the transaction ends. */
export const lockSetUp = (database: Database) => sql`select pg_advisory_xact_lock(7063011)`.execute(database)

/** Archived ones count: archiving the last administrator must not open the server to the next visitor. */
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
