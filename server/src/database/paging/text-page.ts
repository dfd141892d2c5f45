import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { cursorAt, pageStatement, type Cursor, type PageQuery, type SortedTable } from './keyset.ts'
import { isGeneric, type Plan } from './plan.ts'
import { withCustomPlan } from '../prepare.ts'

/** Table in which each row contains its item as it appears in a response: JSON text on one line. */
export interface TextTable<SortName extends string> extends SortedTable<SortName, string> {
  /**
   * Column whose value makes up most of a long item. Its length serves as an estimate of the length of the JSON text,
   * and null counts as 0.
   */
  textColumn: RawBuilder<unknown>
  /** Other columns that the SQL expression `text` reads. */
  otherColumns: RawBuilder<unknown>[]
  /** SQL expression of the JSON text of a row. */
  text: RawBuilder<unknown>
}

/** Page whose items are JSON text. */
export interface TextPage {
  /**
   * JSON texts of the items, joined into parts by `separator`. An ordinary page is an array with a single part. A long
   * page is an iterable that reads its parts one at a time.
   */
  parts: string[] | AsyncIterable<string>
  count: number
  /** Cursor for the next page; undefined on the last page. */
  next: Cursor | undefined
}

/** Separator between the items of a part. No item contains a line feed, because JSON escapes line feeds. */
const separator = ',\n'

/**
 * Maximum size of a part in memory, in bytes of UTF-8. A page of ordinary incidents takes a hundredth of this size.
 * Without the maximum, a page of incidents with the longest descriptions would occupy 200 MB until the client has read
 * the response.
 */
const partMaximumBytes = 4 * 1024 * 1024

/**
 * Reads one page of the organization's rows like `readPage`, but as JSON text. PostgreSQL joins the texts of the rows
 * in the order of the page, so that neither the driver nor the server handles single items.
 */
export async function readTextPage<SortName extends string>(
  scope: OrganizationScope,
  texts: TextTable<SortName>,
  query: PageQuery<SortName>,
  conditions: RawBuilder<unknown>[],
  plan: Plan,
): Promise<TextPage> {
  if (query.matchesNothing) return nothing
  const planned = sql.raw(isGeneric(plan) ? '' : withCustomPlan)
  const select = (columns: RawBuilder<unknown>[]) => pageStatement(scope, texts, columns, query, conditions, plan)
  const { textColumn, otherColumns } = texts
  const { rows } = await sql<{ text: string | null; count: number }>`${planned}
    select string_agg(${texts.text}, ${sql.lit(separator)}) filter (where bytes <= ${sql.lit(partMaximumBytes)}) as text,
      count(*)::int as count
    from (
      select *, sum(${bytesOf(texts)}) over () as bytes from (${select([textColumn, ...otherColumns])}) as page
    ) as measured`.execute(scope.database)
  const { text, count } = rows[0]!
  if (count === 0) return nothing
  // The text is null if all rows of the page together exceed the maximum size of a part.
  if (text === null) return readLongPage(scope, texts, query, (columns) => sql`${planned}${select(columns)}`)
  if (count <= query.limit) return { parts: [text], count, next: undefined }
  const page = text.slice(0, text.lastIndexOf(separator))
  const last = page.slice(page.lastIndexOf('\n') + 1)
  return { parts: [page], count: query.limit, next: cursorAt(texts, query, last) }
}

const nothing: TextPage = { parts: [], count: 0, next: undefined }

/** Finds the rows of a long page. Their texts are read later, while the client reads the response. */
async function readLongPage<SortName extends string>(
  scope: OrganizationScope,
  texts: TextTable<SortName>,
  query: PageQuery<SortName>,
  select: (columns: RawBuilder<unknown>[]) => RawBuilder<unknown>,
): Promise<TextPage> {
  const columns = [sql`id`, sql`${bytesOf(texts)} as bytes`]
  const { rows } = (await select(columns).execute(scope.database)) as { rows: MeasuredRow[] }
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? await readTexts(scope, texts, page.slice(-1)) : null
  return {
    parts: { [Symbol.asyncIterator]: () => readParts(scope, texts, page) },
    count: page.length,
    next: last === null ? undefined : cursorAt(texts, query, last),
  }
}

const bytesOf = ({ textColumn }: TextTable<string>): RawBuilder<unknown> =>
  sql`coalesce(octet_length(${textColumn}), 0)`

/** Id of a row, and the length in bytes of the column `textColumn`. */
interface MeasuredRow {
  id: Uuid
  bytes: number
}

/** Reads the texts of a page, one part at a time. If a row has changed since the page was found, reads its new text. */
async function* readParts(
  scope: OrganizationScope,
  texts: TextTable<string>,
  page: MeasuredRow[],
): AsyncGenerator<string> {
  for (const rows of partsOf(page)) {
    const text = await readTexts(scope, texts, rows)
    if (text !== null) yield text
  }
}

/** Splits a page into parts of at most `partMaximumBytes`. A row that exceeds this size is a part of its own. */
function partsOf(page: MeasuredRow[]): MeasuredRow[][] {
  const parts: MeasuredRow[][] = []
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

/**
 * Reads the texts of the rows in the given order, joined by `separator`.
 * @returns null if none of the rows exists any more.
 */
async function readTexts(
  scope: OrganizationScope,
  { table, text: textOfRow }: TextTable<string>,
  measured: MeasuredRow[],
): Promise<string | null> {
  const ids = measured.map(({ id }) => id)
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${textOfRow}, ${sql.lit(separator)} order by array_position(${ids}::uuid[], id)) as text
    from ${sql.table(table)} where organization_id = ${scope.organizationId} and id = any(${ids}::uuid[])`.execute(
    scope.database,
  )
  return rows[0]!.text
}
