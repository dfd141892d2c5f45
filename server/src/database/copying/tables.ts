import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../open.ts'

/** Table whose rows a backup or a restore copies. */
export interface CopiedTable {
  name: string
  /** All columns except generated columns, whose values PostgreSQL computes again. */
  columns: string[]
}

export interface MeasuredTable extends CopiedTable {
  /** Size of the rows on disk, without indexes. */
  sizeBytes: number
}

/**
 * Lists the tables of the schema, sorted by name. Omits the tables of extensions. Also omits the tables that record
 * which migrations have run, because a restore runs these migrations itself.
 */
export async function findTables(database: Database): Promise<MeasuredTable[]> {
  const { rows } = await sql<MeasuredTable>`
    select relname as name, pg_table_size(oid) as "sizeBytes", array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('kysely_migration', 'kysely_migration_lock')
      and ${isNoExtension}
    order by relname`.execute(database)
  return rows
}

/** SQL condition that a table does not belong to an extension. */
const isNoExtension = sql`
  not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

/** Returns the name of one table in the schema that does not belong to an extension; undefined if there is none. */
export async function findAnyTable(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and ${isNoExtension}
    order by relname limit 1`.execute(database)
  return rows[0]?.name
}

/** Writes a table and its columns as SQL, as in `"views" ("id", "name")`. */
export const toSql = ({ name, columns }: CopiedTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
