import { sql, type RawBuilder } from 'kysely'

/** Kind of plan with which PostgreSQL finds the rows of a page. */
export type Plan =
  /** The query is planned once, for all values. The page consists of the next rows of one index. */
  | 'generic'
  /** The query is planned for the values of each request. */
  | 'custom'
  /**
   * The query is planned for the values of each request. It always sorts the matching rows, because few rows are
   * expected to match.
   */
  | 'sort'
  /**
   * The query is planned for the values of each request. It reads only the first `first` rows in the order of the page,
   * and returns those that satisfy the condition `matching`.
   */
  | { first: number; matching: RawBuilder<unknown> }

/**
 * Builds the `from` and `where` clauses that find the rows of a page. A subquery with a limit or an offset enforces the
 * plan, because PostgreSQL plans such a subquery independently of the outer query.
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
