import { sql } from 'kysely'
import type { Database } from '../open.ts'

/**
 * Drops foreign keys and secondary indexes, disables triggers, calls `fill`, and then restores foreign keys, indexes
 * and triggers. `fill` can thus fill the tables in any order, no trigger changes or numbers the rows, and each index is
 * built once for all rows.
 * @param transaction transaction during which no other transaction uses the tables.
 */
export async function withoutConstraints(transaction: Database, fill: () => Promise<void>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(transaction)
  const foreignKeys = await findForeignKeys(transaction)
  const indexes = await findSecondaryIndexes(transaction)
  const triggered = await findTriggeredTables(transaction)
  for (const { table, name } of foreignKeys) await run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const { table } of triggered) await run(`alter table ${table} disable trigger user`)
  await fill()
  for (const { table } of triggered) await run(`alter table ${table} enable trigger user`)
  for (const { definition } of indexes) await run(definition)
  for (const { table, name, definition } of foreignKeys) {
    await run(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function findForeignKeys(database: Database) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`.execute(database)
  return rows
}

/** Finds the indexes that do not belong to a primary key or another constraint. */
async function findSecondaryIndexes(database: Database) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid::regclass::text`.execute(database)
  return rows
}

async function findTriggeredTables(database: Database) {
  const { rows } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    order by 1`.execute(database)
  return rows
}
