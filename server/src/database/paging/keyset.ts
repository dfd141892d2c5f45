import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { rowsOf, type Plan } from './plan.ts'
import type { Tables } from '../tables.ts'

export interface SortKey<SortName extends string = string> {
  name: SortName
  isDescending: boolean
}

/** Place in a list after the last item of a page: the sort values of this item, and its id or number. */
export interface Cursor {
  values: string[]
  id: string
}

/** Request for one page of a list. */
export interface PageQuery<SortName extends string = string> {
  limit: number
  offset: number
  /**
   * Sort keys in order of precedence. Rows with equal sort values are sorted by id, in the direction of the last key.
   */
  sort: SortKey<SortName>[]
  /** Cursor of the previous page; undefined for the first page. */
  after: Cursor | undefined
  /** True when no row can match the query. */
  matchesNothing: boolean
}

/**
 * Property by which a list can be sorted. The SQL expression must be written exactly as in the index that serves the
 * sort.
 */
interface Sortable<Row> {
  expression: RawBuilder<unknown>
  type: RawBuilder<unknown>
  /** Returns the value of the SQL expression for a row, as the text that a cursor contains. */
  valueOf: (row: Row) => string
}

export interface SortedTable<SortName extends string, Row> {
  table: keyof Tables
  sorts: Record<SortName | 'id', Sortable<Row>>
}

/** Table from which a list reads its pages. Each row becomes one item. */
export interface PagedTable<SortName extends string, Row, Item> extends SortedTable<SortName, Row> {
  columns: RawBuilder<unknown>[]
  toItem: (row: Row) => Item
}

export interface Page<Item> {
  items: Item[]
  /** Cursor for the next page; undefined on the last page. */
  next: Cursor | undefined
}

/**
 * Reads one page of the organization's rows. The cursor `next` identifies the last item, and the next page starts after
 * it. A client that follows the cursors therefore neither skips nor repeats an item when rows are inserted in the
 * meantime.
 * @param conditions SQL conditions in addition to the one for the organization.
 */
export async function readPage<SortName extends string, Row, Item>(
  scope: OrganizationScope,
  paged: PagedTable<SortName, Row, Item>,
  query: PageQuery<SortName>,
  conditions: RawBuilder<unknown>[],
): Promise<Page<Item>> {
  if (query.matchesNothing) return { items: [], next: undefined }
  const { rows } = await pageStatement<SortName, Row>(scope, paged, paged.columns, query, conditions).execute(
    scope.database,
  )
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return { items: page.map(paged.toItem), next: last && cursorAt(paged, query, last) }
}

export const cursorAt = <SortName extends string, Row>(
  { sorts }: SortedTable<SortName, Row>,
  { sort }: PageQuery<SortName>,
  last: Row,
): Cursor => ({ values: sort.map(({ name }) => sorts[name].valueOf(last)), id: sorts.id.valueOf(last) })

/**
 * Builds the statement that reads the rows of a page. One more row shows that another page follows. With a generic plan
 * and no offset, the statement reads the rows directly through one index. Otherwise it finds the ids of the page first,
 * so that PostgreSQL does not read the whole rows that the offset skips.
 */
export function pageStatement<SortName extends string, Row>(
  { organizationId }: OrganizationScope,
  { table, sorts }: SortedTable<SortName, Row>,
  columns: RawBuilder<unknown>[],
  query: PageQuery<SortName>,
  conditions: RawBuilder<unknown>[],
  plan: Plan = 'generic',
): RawBuilder<Row> {
  const sort = withTieBreaker(query.sort)
  const all = [
    sql`organization_id = ${organizationId}`,
    ...conditions,
    ...(query.after ? [afterCursor(sorts, sort, query.after)] : []),
  ]
  const order = sql`order by ${sql.join(sort.map((key) => orderBy(sorts, key)))}`
  // Write the limit into the SQL text: for a limit in a parameter, a generic plan assumes that a tenth of the table is
  // read. Pass the offset as a parameter: otherwise each page would need a prepared statement of its own.
  const limit = sql.lit(query.limit + 1)
  const extent = query.offset === 0 ? sql`limit ${limit}` : sql`limit ${limit} offset ${query.offset}`
  const rows = rowsOf(plan, table, all, order)
  if (query.offset === 0 && plan === 'generic')
    return sql<Row>`select ${sql.join(columns)} from ${rows} ${order} ${extent}`
  return sql<Row>`
    with page as (select id as page_id from ${rows} ${order} ${extent})
    select ${sql.join(columns)} from page join ${sql.table(table)} on organization_id = ${organizationId} and id = page_id
    ${order}`
}

type Sorts<SortName extends string> = Record<SortName, Pick<Sortable<never>, 'expression' | 'type'>>

/**
 * Adds the id as the last sort key if the sort does not contain the id. The id has the direction of the key before it,
 * so that one index, read forwards or backwards, serves both directions.
 */
const withTieBreaker = <SortName extends string>(sort: SortKey<SortName>[]): SortKey<SortName | 'id'>[] =>
  sort.some(({ name }) => name === 'id') ? sort : [...sort, { name: 'id', isDescending: sort.at(-1)!.isDescending }]

const orderBy = <SortName extends string>(
  sorts: Sorts<SortName>,
  { name, isDescending }: SortKey<SortName>,
): RawBuilder<unknown> => (isDescending ? sql`${sorts[name].expression} desc` : sorts[name].expression)

/**
 * Builds the SQL condition for the rows after a cursor. If all sort keys have the same direction, the condition is a
 * row comparison, so that an index scan can start at the cursor.
 */
function afterCursor<SortName extends string>(
  sorts: Sorts<SortName>,
  sort: SortKey<SortName>[],
  { values, id }: Cursor,
): RawBuilder<unknown> {
  const keys = sort.map(({ name, isDescending }, index) => ({
    expression: sorts[name].expression,
    isDescending,
    value: sql`${values[index] ?? id}::${sorts[name].type}`,
  }))
  const isUniform = keys.every(({ isDescending }) => isDescending === keys[0]!.isDescending)
  if (isUniform) {
    const left = sql.join(keys.map(({ expression }) => expression))
    const right = sql.join(keys.map(({ value }) => value))
    return keys[0]!.isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
  }
  const alternatives = keys.map((key, index) => {
    const ties = keys.slice(0, index).map(({ expression, value }) => sql`${expression} = ${value}`)
    const beyond = key.isDescending ? sql`${key.expression} < ${key.value}` : sql`${key.expression} > ${key.value}`
    return sql`(${sql.join([...ties, beyond], sql` and `)})`
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
