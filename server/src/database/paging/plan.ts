import { sql, type RawBuilder } from 'kysely'

/** Kind of plan with which PostgreSQL finds the rows of a page. */
export type Plan =
  /** Planned once for all values. The page is read as the next rows of one index. */
  | 'generic'
  /** Planned for the values of each request. */
  | 'custom'
  /** Planned for the values of each request. Always sorts the matching rows, because few rows are expected to match. */
  | 'sort'
  /**
   * Planned for the values of each request. Reads only the first `first` rows in the order of the page, and checks
   * which of these rows are `matching`.
   */
  | { first: number; matching: RawBuilder<unknown> }

/**
 * Builds the `from` and `where` clauses that find the rows of a page. PostgreSQL plans a subquery with a limit or an
 * offset separately, so such a subquery enforces the plan.
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
