import { sql, type RawBuilder } from 'kysely'

/** How PostgreSQL finds the rows of a page. */
export type Plan =
  /** As it settled on when the statement was prepared: one index holds what is asked for in its order. */
  | 'once'
  /** As it thinks best for the values asked for, half a millisecond each time. */
  | 'for its values'
  /** All that fulfil the conditions, to be sorted: few are expected. */
  | 'before sorting'
  /** By looking through the first so many in the order of the page that fulfil the conditions. */
  | { among: number; matching: RawBuilder<unknown> }
  | Parts

/** The first of each part are taken, and of these the first: an index holds each part in the order of the page. */
export interface Parts {
  /** As in `from`: a row for each part. */
  parts: RawBuilder<unknown>
  /** Whether a row belongs to the part. */
  isOfPart: RawBuilder<unknown>
}

/** Whether the plan is the same for all values. */
export const isSettled = (plan: Plan): boolean => plan === 'once' || (typeof plan === 'object' && 'parts' in plan)

/**
 * Writes where the rows of a page come from, as in `from`, and the conditions on them. PostgreSQL plans a subquery with a
 * limit or an offset by itself: that is what keeps it to the plan.
 * @param most as many rows as the page and those before it can be.
 */
export function rowsFoundBy(
  plan: Plan,
  table: string,
  conditions: RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = sql`${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  if (plan === 'before sorting') return sql`(select * from ${rows} offset 0) as ${sql.table(table)}`
  if (typeof plan === 'string') return rows
  if ('parts' in plan) {
    const { parts, isOfPart } = plan
    return sql`
      ${parts} cross join lateral (select * from ${rows} and ${isOfPart} ${order} limit ${most}) as ${sql.table(table)}`
  }
  const { among, matching } = plan
  return sql`(select * from ${rows} ${order} limit ${sql.lit(among)}) as ${sql.table(table)} where ${matching}`
}
