import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'

/** Takes a lock until the transaction ends, so that only one process at a time can set up the server. */
export const lockSetUp = (database: Database) => sql`select pg_advisory_xact_lock(7063011)`.execute(database)

/** Checks if any organization exists, even one without users. */
export async function hasOrganization(database: Database): Promise<boolean> {
  const organization = await database.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  return organization !== undefined
}

export const insertSetUpCode = (database: Database, codeSha256: Buffer) =>
  database.insertInto('set_up_codes').values({ code_sha256: codeSha256 }).execute()

export async function hasSetUpCode(database: Database, codeSha256: Buffer): Promise<boolean> {
  const code = await database
    .selectFrom('set_up_codes')
    .select('code_sha256')
    .where('code_sha256', '=', codeSha256)
    .executeTakeFirst()
  return code !== undefined
}

export const deleteSetUpCodes = (database: Database) => database.deleteFrom('set_up_codes').execute()
