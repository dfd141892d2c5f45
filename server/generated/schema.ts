import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../src/database/open.ts'

/**
 * Returns the text of `schema.sql`: the database schema after all migrations, read from the system catalogue of
 * PostgreSQL. In a review, the diff of `schema.sql` shows the effect of a new migration. This function prints the
 * schema itself because the embedded PostgreSQL comes without pg_dump.
 */
export async function printSchema(database: Database): Promise<string> {
  const read = async (query: RawBuilder<{ text: string }>) =>
    (await query.execute(database)).rows.map(({ text }) => text)
  const blocks = [
    ...(await read(extensions)),
    ...(await read(enums)),
    ...(await read(functions)),
    ...(await tables(database)),
    ...(await read(statistics)),
  ]
  return `-- Made from server/migrations by "npm run generate".\n\n${blocks.join('\n\n')}\n`
}

const ours = sql`'public'::regnamespace`

/** Query for the installed extensions, without plpgsql, which every PostgreSQL database has. */
const extensions = sql<{ text: string }>`
  select format('create extension %s;', extname) as text from pg_extension
  where extname <> 'plpgsql' order by extname`

const enums = sql<{ text: string }>`
  select format('create type %s as enum (%s);', type.typname,
    string_agg(quote_literal(label.enumlabel), ', ' order by label.enumsortorder)) as text
  from pg_type as type join pg_enum as label on label.enumtypid = type.oid
  group by type.typname order by type.typname`

/** Query for the functions of the schema `public`, without the functions that belong to an extension. */
const functions = sql<{ text: string }>`
  select rtrim(pg_get_functiondef(oid), chr(10)) || ';' as text from pg_proc
  where pronamespace = ${ours} and not exists (
    select from pg_depend
    where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
  )
  order by proname, oid::regprocedure::text`

const statistics = sql<{ text: string }>`
  select pg_get_statisticsobjdef(oid) || ';' as text from pg_statistic_ext
  where stxnamespace = ${ours} order by stxname`

async function tables(database: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    columns: string[]
    constraints: string[]
    indexes: string[]
    triggers: string[]
    settings: string | null
  }>`
    select
      class.relname as name,
      array(
        select format('%s %s%s%s', attname, format_type(atttypid, atttypmod),
          case when attnotnull then ' not null' else '' end,
          case attgenerated
            when '' then coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
            else format(' generated always as (%s)%s', pg_get_expr(adbin, adrelid),
              case attgenerated when 's' then ' stored' else '' end)
          end)
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
      ) as indexes,
      array(
        select pg_get_triggerdef(oid) from pg_trigger where tgrelid = class.oid and not tgisinternal order by tgname
      ) as triggers,
      array_to_string(class.reloptions, ', ') as settings
    from pg_class as class
    where class.relkind = 'r' and class.relnamespace = ${ours} and class.relname not like 'kysely%'
    order by class.relname`.execute(database)
  return rows.map(({ name, columns, constraints, indexes, triggers, settings }) =>
    [
      `create table ${name} (`,
      `${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}`,
      settings ? `) with (${settings});` : ');',
      ...[...indexes, ...triggers].map((definition) => `${definition};`),
    ].join('\n'),
  )
}
