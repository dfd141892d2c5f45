import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { cursorAt, pageStatement, type Cursor, type PageQuery, type SortedTable } from './keyset.ts'
import type { Plan } from './plan.ts'
import { withCustomPlan } from '../prepare.ts'

/** A table whose rows hold the JSON text that they are answered with, on one line. */
export interface TextTable<SortName extends string> extends SortedTable<SortName, string> {
  textColumn: RawBuilder<unknown>
}

/** A page of rows that are kept as the text they are answered with. */
export interface TextPage {
  /** The items, each part ready to stand in the brackets of a JSON array; a long page is read part by part. */
  parts: string[] | AsyncIterable<string>
  count: number
  /** Where the next page starts; undefined on the last one. */
  next: Cursor | undefined
}

/** Between the items of a part. An item holds no line feed: JSON escapes those in its texts. */
const separator = ',\n'

/**
 * How much of a page is in memory at a time, in bytes of UTF-8. A page of ordinary Incidents is a hundredth of it; one
 * of the longest descriptions would be 200 MB, for as long as whoever asked for it takes to read it.
 */
const partMaximumBytes = 4 * 1024 * 1024

/**
 * Reads one page of the Organization's rows, as `readPage` does. PostgreSQL concatenates the page, so that neither the
 * driver nor the server handles the items one by one; it relies on their coming in the order of the subquery.
 */
export async function readTextPage<SortName extends string>(
  scope: OrganizationScope,
  texts: TextTable<SortName>,
  query: PageQuery<SortName>,
  conditions: RawBuilder<unknown>[],
  plan: Plan,
): Promise<TextPage> {
  if (query.matchesNothing) return nothing
  const planned = sql.raw(plan === 'generic' ? '' : withCustomPlan)
  const select = (columns: RawBuilder<unknown>[]) => pageStatement(scope, texts, columns, query, conditions, plan)
  const { rows } = await sql<{ text: string | null; count: number }>`${planned}
    select string_agg(text, ${sql.lit(separator)}) filter (where bytes <= ${sql.lit(partMaximumBytes)}) as text,
      count(*)::int as count
    from (
      select text, sum(octet_length(text)) over () as bytes from (${select([sql`${texts.textColumn} as text`])}) as page
    ) as weighed`.execute(scope.database)
  const { text, count } = rows[0]!
  if (count === 0) return nothing
  // The rows together are longer than a part.
  if (text === null) return readLongPage(scope, texts, query, (columns) => sql`${planned}${select(columns)}`)
  if (count <= query.limit) return { parts: [text], count, next: undefined }
  const page = text.slice(0, text.lastIndexOf(separator))
  const last = page.slice(page.lastIndexOf('\n') + 1)
  return { parts: [page], count: query.limit, next: cursorAt(texts, query, last) }
}

const nothing: TextPage = { parts: [], count: 0, next: undefined }

/** Finds the rows of the page, whose texts are then read by whoever asked for it. */
async function readLongPage<SortName extends string>(
  scope: OrganizationScope,
  texts: TextTable<SortName>,
  query: PageQuery<SortName>,
  select: (columns: RawBuilder<unknown>[]) => RawBuilder<unknown>,
): Promise<TextPage> {
  const columns = [sql`id`, sql`octet_length(${texts.textColumn}) as bytes`]
  const { rows } = (await select(columns).execute(scope.database)) as { rows: Weighed[] }
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? await readTexts(scope, texts, page.slice(-1)) : null
  return {
    parts: { [Symbol.asyncIterator]: () => readParts(scope, texts, page) },
    count: page.length,
    next: last === null ? undefined : cursorAt(texts, query, last),
  }
}

/** A row, and how long its text is. */
interface Weighed {
  id: Uuid
  bytes: number
}

/** Reads a part when it is asked for. Rows that have changed since the page was found are read as they are now. */
async function* readParts(scope: OrganizationScope, texts: TextTable<string>, page: Weighed[]): AsyncGenerator<string> {
  for (const rows of partsOf(page)) {
    const text = await readTexts(scope, texts, rows)
    if (text !== null) yield text
  }
}

/** As many rows a part as may be in memory, or a single one that is longer. */
function partsOf(page: Weighed[]): Weighed[][] {
  const parts: Weighed[][] = []
  let bytes = Infinity
  for (const row of page) {
    bytes += row.bytes
    if (bytes <= partMaximumBytes) {
      parts.at(-1)!.push(row)
    } else {
      parts.push([row])
      bytes = row.bytes
    }
  }
  return parts
}

/** @returns null if none of them is left. */
async function readTexts(
  scope: OrganizationScope,
  { table, textColumn }: TextTable<string>,
  found: Weighed[],
): Promise<string | null> {
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${textColumn}, ${sql.lit(separator)} order by array_position(${ids}::uuid[], id)) as text
    from ${sql.table(table)} where organization_id = ${scope.organizationId} and id = any(${ids}::uuid[])`.execute(
    scope.database,
  )
  return rows[0]!.text
}
