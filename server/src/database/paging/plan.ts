import { sql, type RawBuilder } from 'kysely'

/** Kind of plan with which PostgreSQL finds the rows of a page. */
export type Plan =
  /**
   * PostgreSQL makes one plan and uses it for the values of every request. The query reads the rows of the page in the
   * order of one index.
   */
  | 'generic'
  /** PostgreSQL plans the query for the values of each request. */
  | 'custom'
  /**
   * PostgreSQL plans the query for the values of each request. The query always reads and sorts all matching rows,
   * because few rows are expected to match.
   */
  | 'sort'
  /**
   * The query reads only the first `checkedRows` rows in the order of the page, and returns the rows that satisfy the
   * condition `matching`. `planOfRows` is the kind of plan for reading these rows.
   */
  | { checkedRows: number; matching: RawBuilder<unknown>; planOfRows: 'generic' | 'custom' }

/** Checks if PostgreSQL can use one plan for the values of every request. */
export const isGeneric = (plan: Plan): boolean => (typeof plan === 'string' ? plan : plan.planOfRows) === 'generic'

/**
 * Builds the `from` and `where` clauses that find the rows of a page according to a plan. For some plans, they contain
 * a subquery with a limit or an offset, because PostgreSQL plans such a subquery independently of the outer query.
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
  const { checkedRows, matching } = plan
  return sql`(select * from ${rows} ${order} limit ${sql.lit(checkedRows)}) as ${sql.table(table)} where ${matching}`
}
