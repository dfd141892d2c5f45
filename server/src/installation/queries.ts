import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import type { Mark } from './marked-store.ts'

interface Contents {
  /** True if Tocsin has created its tables in the database. */
  isMigrated: boolean
  /** True if the mark has a table of its own, which databases of earlier versions lack. */
  hasMark: boolean
  /** True if files can be in the database. False while another server makes the tables. */
  hasMedia: boolean
  /** True if the database has any table that does not belong to an extension. */
  hasTables: boolean
}

/** Finds out if a database was made by Tocsin, without changing it. */
export async function findContents(database: Database): Promise<Contents> {
  const { rows } = await sql<Contents>`
    select
      to_regclass('kysely_migration') is not null as "isMigrated",
      to_regclass('installation') is not null as "hasMark",
      to_regclass('media') is not null as "hasMedia",
      exists (
        select from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      ) as "hasTables"`.execute(database)
  return rows[0]!
}

export const findMark = (database: Database): Promise<Mark> =>
  database.selectFrom('installation').select(['id', 'starts']).executeTakeFirstOrThrow()

/** Raises the number of starts, to more than both the database and the store have seen. */
export const raiseStarts = (database: Database, seenByStore: number): Promise<Mark> =>
  database
    .updateTable('installation')
    .set({ starts: sql<number>`greatest(starts, ${seenByStore}) + 1` })
    .returning(['id', 'starts'])
    .executeTakeFirstOrThrow()

/** Finds some files of any organization, in no order; empty if there are none. */
export const findSomeMedia = (database: Database): Promise<{ organizationId: Uuid; id: Uuid }[]> =>
  database.selectFrom('media').select(['organization_id as organizationId', 'id']).limit(10).execute()
