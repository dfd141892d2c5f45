import { sql, type RawBuilder } from 'kysely'

/** Plan by which PostgreSQL finds the rows of a page. */
export type Plan =
  /** Planned once for all values: the page is the next rows of one index. */
  | 'generic'
  /** Planned for the values of each request. */
  | 'custom'
  /** Planned for the values of each request; always sorts the matching rows, because few are expected. */
  | 'sort'
  /** Planned for the values of each request; checks only the first rows, in the order of the page, for matches. */
  | { first: number; matching: RawBuilder<unknown> }

/**
 * Builds the `from` clause of a page's rows. PostgreSQL plans a subquery with a limit or an offset separately, which
 * enforces the plan.
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
