import { sql, type RawBuilder } from 'kysely'

/** PostgreSQL's way to the rows of a page. */
export type Plan =
  /** Prepared once for all values: the page is the next rows of one index. */
  | 'generic'
  /** Planned anew for the values of each request. */
  | 'custom'
  /** Planned for its values, and always sorts what the conditions find: few rows are expected. */
  | 'sort'
  /** Planned for its values, and searches only the first rows, in the order of the page, for those that match. */
  | { first: number; matching: RawBuilder<unknown> }

/**
 * Writes the rows to choose the page from, as in `from`. PostgreSQL plans a subquery with a limit or an offset by itself,
 * which keeps it to the plan.
 */
export function rowsOf(
  plan: Plan,
  table: string,
  conditions: RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = sql`${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  if (plan === 'sort') return sql`(select * from ${rows} offset 0) as ${sql.table(table)}`
  if (typeof plan === 'string') return rows
  const { first, matching } = plan
  return sql`(select * from ${rows} ${order} limit ${sql.lit(first)}) as ${sql.table(table)} where ${matching}`
}
