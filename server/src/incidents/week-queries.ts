import { sql, type RawBuilder } from 'kysely'
import type { Parts } from '../database/plan.ts'
import type { OrganizationScope } from '../scope.ts'
import type { IncidentFilter } from './list-shape.ts'

/** The Monday, in UTC, on which the week of an instant begins: the indexes of weeks have the same expression. */
const weekOf = (instant: RawBuilder<unknown>) => sql`date_bin('7 days', ${instant}, timestamptz '2001-01-01 00:00Z')`

/**
 * The weeks in which what fulfils the bounds on `lastModifiedAt` was last modified. No Incident is in two of them.
 * @param bounds `startAt`, `endAt` or both.
 */
export function weeksWithin(scope: OrganizationScope, bounds: IncidentFilter[]): Parts {
  const areWithin = bounds.map(({ parameter, values: [value] }) =>
    parameter === 'startAt' ? sql`week >= ${weekOf(sql`${value}::timestamptz`)}` : sql`week <= ${value}::timestamptz`,
  )
  return {
    parts: sql`(
      select week from
        (
          select min(last_modified_at) as first, max(last_modified_at) as last
          from incidents where organization_id = ${scope.organizationId} and deleted_at is null
        ) as register,
        generate_series(${weekOf(sql`first`)}, last, '7 days') as week
      where ${sql.join(areWithin, sql` and `)}
    ) as part`,
    isOfPart: sql`${weekOf(sql`last_modified_at`)} = part.week`,
  }
}
