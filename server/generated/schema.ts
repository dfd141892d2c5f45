import { sql } from 'kysely'
import type { Database } from '../src/database/open.ts'

/**
 * Prints the schema as the catalogue of PostgreSQL holds it: what all migrations together amount to, so that a review
 * sees the effect of one. (The embedded PostgreSQL comes without pg_dump.)
 */
export async function printSchema(database: Database): Promise<string> {
  const blocks = [...(await enums(database)), ...(await tables(database))]
  return `-- Made from server/migrations by "npm run generate".\n\n${blocks.join('\n\n')}\n`
}

async function enums(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('create type %s as enum (%s);', type.typname,
      string_agg(quote_literal(label.enumlabel), ', ' order by label.enumsortorder)) as text
    from pg_type as type join pg_enum as label on label.enumtypid = type.oid
    group by type.typname order by type.typname`.execute(database)
  return rows.map(({ text }) => text)
}

async function tables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; columns: string[]; constraints: string[]; indexes: string[] }>`
    select
      class.relname as name,
      array(
        select format('%s %s%s%s', attname, format_type(atttypid, atttypmod),
          case when attnotnull then ' not null' else '' end,
          coalesce(' default ' || pg_get_expr(adbin, adrelid), ''))
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = class.oid and attnum > 0 and not attisdropped order by attnum
      ) as columns,
      array(
        select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
        where conrelid = class.oid and contype in ('p', 'u', 'f', 'c') order by contype <> 'p', conname
      ) as constraints,
      array(
        select pg_get_indexdef(indexrelid) from pg_index
        where indrelid = class.oid and indexrelid not in (select conindid from pg_constraint where conrelid = class.oid)
        order by 1
      ) as indexes
    from pg_class as class
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace and class.relname not like 'kysely%'
    order by class.relname`.execute(database)
  return rows.map(({ name, columns, constraints, indexes }) =>
    [
      `create table ${name} (`,
      `${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}`,
      `);`,
      ...indexes.map((index) => `${index};`),
    ].join('\n'),
  )
}
