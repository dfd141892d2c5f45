import { sql, type RawBuilder } from 'kysely'
import { withCustomPlan } from '../../database/prepare.ts'
import type { OrganizationScope } from '../../scope.ts'
import { conditions } from './condition-queries.ts'
import { limitReads } from './limit-reads.ts'
import type { IncidentListQuery, ResolvedListQuery } from './list-shape.ts'
import { resolveStates } from './resolve-states.ts'

/**
 * Counts the incidents that match a query, regardless of its limit, offset and cursor.
 * @param maximum number at which counting stops, so that a count never reads all incidents of a large organization.
 * @returns the number of matches, at most `maximum`.
 */
export async function countIncidents(
  scope: OrganizationScope,
  requested: IncidentListQuery,
  maximum: number,
): Promise<number> {
  const [count = 0] = await countEach(scope, [await resolveStates(scope, requested)], maximum)
  return count
}

/**
 * Counts the incidents that match each of several queries, with one SQL statement.
 * @param maximum number at which each count stops.
 * @returns the number of matches of each query, at most `maximum`, in the order of the queries.
 */
export async function countEach(
  scope: OrganizationScope,
  queries: readonly ResolvedListQuery[],
  maximum: number,
): Promise<number[]> {
  const counts = queries.map(() => 0)
  const counting = queries.flatMap((query, place) =>
    query.matchesNothing ? [] : [countOne(scope, query, place, maximum)],
  )
  if (counting.length === 0) return counts
  const statement = sql<{
    place: number
    count: number
  }>`${sql.raw(withCustomPlan)}${sql.join(counting, sql` union all `)}`
  const { rows } = await limitReads(scope, 1, () => statement.execute(scope.database))
  for (const { place, count } of rows) counts[place] = count
  return counts
}

const countOne = (
  scope: OrganizationScope,
  query: ResolvedListQuery,
  place: number,
  maximum: number,
): RawBuilder<unknown> => sql`
  select ${place}::int as place, count(*)::int as count from (
    select 1 from incidents where organization_id = ${scope.organizationId}
    and ${sql.join(conditions(scope, query), sql` and `)} limit ${maximum}
  ) as found`
