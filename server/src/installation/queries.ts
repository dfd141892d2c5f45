import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import type { Mark } from './marked-store.ts'

interface Contents {
  /** True if Tocsin has begun to create its tables in the database. */
  isMigrated: boolean
  /** True if the table of the mark exists. Databases of earlier versions lack this table. */
  hasMark: boolean
  /** True if the table of files exists. This table may not exist yet while another server creates the tables. */
  hasMedia: boolean
}

/** Checks which tables a database has, without changing it. */
export async function findContents(database: Database): Promise<Contents> {
  const { rows } = await sql<Contents>`
    select
      to_regclass('kysely_migration') is not null as "isMigrated",
      to_regclass('installation') is not null as "hasMark",
      to_regclass('media') is not null as "hasMedia"`.execute(database)
  return rows[0]!
}

/**
 * Returns a text that identifies a database. Two connections return the same text only if they lead to the same
 * database of the same PostgreSQL server.
 */
export async function identifyDatabase(database: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select pg_postmaster_start_time()::text || ' ' || oid::text as identity
    from pg_database where datname = current_database()`.execute(database)
  return rows[0]!.identity
}

export const findMark = (database: Database): Promise<Mark> =>
  database.selectFrom('installation').select(['id', 'starts']).executeTakeFirstOrThrow()

/**
 * Raises the number of starts in the database above its earlier value and above `seenByStore`, the number in the media
 * store.
 */
export const raiseStarts = (database: Database, seenByStore: number): Promise<Mark> =>
  database
    .updateTable('installation')
    .set({ starts: sql<number>`greatest(starts, ${seenByStore}) + 1` })
    .returning(['id', 'starts'])
    .executeTakeFirstOrThrow()

/** Gives the database the id of a new installation. */
export const replaceId = (database: Database) => database.updateTable('installation').set({ id: newId() }).execute()

/** Returns up to ten stored files of any organizations. */
export const findSomeMedia = (database: Database): Promise<{ organizationId: Uuid; id: Uuid }[]> =>
  database.selectFrom('media').select(['organization_id as organizationId', 'id']).limit(10).execute()

/** Reads the version number of PostgreSQL, such as `18.1`. Leaves out the package name that some builds append. */
export async function findServerVersion(scope: OrganizationScope): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(scope.database)
  return rows[0]!.version
}
