import type { EventRange, Remaining } from '@tocsin/contract/console/bulk-change.ts'
import type { Changes } from '@tocsin/contract/events/changes.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import { pageStatement, type SortedTable } from '../../database/paging/keyset.ts'
import { withCustomPlan } from '../../database/prepare.ts'
import type { OrganizationScope } from '../../scope.ts'
import { limitReads } from '../list/limit-reads.ts'
import { conditions } from '../list/condition-queries.ts'
import type { ResolvedListQuery } from '../list/list-shape.ts'

interface MatchingRow {
  id: Uuid
  createdAt: Instant
}

const newestFirst: SortedTable<'createdAt', MatchingRow> = {
  table: 'incidents',
  sorts: {
    id: { expression: sql`id`, type: sql`uuid`, valueOf: ({ id }) => id },
    createdAt: { expression: sql`created_at`, type: sql`timestamptz`, valueOf: ({ createdAt }) => createdAt },
  },
}

/**
 * Finds the next incidents that match a query, from the newest to the oldest. Repeated calls find no incident twice,
 * and none that was created after the first call, because the time of creation never changes.
 * @param createdBefore last incident of the previous call; undefined at the first call.
 */
export async function findMatching(
  scope: OrganizationScope,
  filters: ResolvedListQuery,
  limit: number,
  createdBefore: Remaining['createdBefore'] | undefined,
): Promise<{ found: MatchingRow[]; hasMore: boolean }> {
  const after = createdBefore && { values: [createdBefore.createdAt], id: createdBefore.incidentId }
  const query = { ...filters, limit, offset: 0, after, sort: [{ name: 'createdAt' as const, isDescending: true }] }
  const columns = [sql`id`, sql`created_at as "createdAt"`]
  const select = pageStatement(scope, newestFirst, columns, query, conditions(scope, query), 'custom')
  const statement = sql<MatchingRow>`${sql.raw(withCustomPlan)}${select}`
  const { rows } = await limitReads(scope, limit / 10, () => statement.execute(scope.database))
  return { found: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * Locks incidents until the transaction ends, in the order of their ids, so that two transactions cannot wait for each
 * other.
 * @param matching SQL conditions. An incident is locked only if it satisfies all of them at this moment.
 * @returns the ids of the locked incidents.
 */
export async function lockIncidents(
  scope: OrganizationScope,
  ids: Uuid[],
  matching: RawBuilder<unknown>[],
): Promise<Set<Uuid>> {
  const all = [sql`organization_id = ${scope.organizationId}`, sql`id = any(${ids}::uuid[])`, ...matching]
  const { rows } = await sql<{ id: Uuid }>`${sql.raw(withCustomPlan)}
    select id from incidents where ${sql.join(all, sql` and `)} order by id for no key update`.execute(scope.database)
  return new Set(rows.map(({ id }) => id))
}

/** Finds the numbers and the names of incidents that are not deleted. */
export const findTitles = (scope: OrganizationScope, ids: Uuid[]) =>
  scope.database
    .selectFrom('incidents')
    .select(['id', 'number', 'name'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()

/**
 * Finds the first and the last position of the events of one transaction. The positions of these events are
 * consecutive.
 */
export async function findRange(scope: OrganizationScope, eventIds: Uuid[]): Promise<EventRange> {
  const { rows } = await sql<EventRange>`
    select min(position) as first, max(position) as last from events
    where organization_id = ${scope.organizationId} and id = any(${eventIds}::uuid[])`.execute(scope.database)
  return rows[0]!
}

/** Event that records a change or deletion of an incident by the acting user. */
export interface OwnEvent {
  position: number
  incidentId: Uuid
  /** Old and new value of each changed field; null for a deletion. */
  changes: Changes<IncidentResponse> | null
  /** Version of the incident after the change or deletion. */
  version: number
}

/** Total size of changes, in bytes, after which `findOwnEvents` stops: one changed text may have 1 MiB. */
const changesMaximumBytes = 1024 * 1024

/**
 * Finds events in a range of the feed, in the order of the feed: changes and deletions of incidents that the acting
 * user made in the console. Finds fewer than `limit` events if their changes are long.
 */
export async function findOwnEvents(
  scope: OrganizationScope,
  { first, last }: EventRange,
  limit: number,
): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    with own as (
      select position, incident_id, data from events
      where organization_id = ${scope.organizationId} and position between ${first} and ${last}
        and actor_id = ${scope.actorId} and key_id is null and kind in ('incident.changed', 'incident.deleted')
      order by position limit ${sql.lit(limit)}
    ),
    weighed as (
      select *,
        sum(octet_length(data::text)) over (order by position rows between unbounded preceding and 1 preceding)
          as bytes_before
      from own
    )
    select position, incident_id as "incidentId", data -> 'changes' as changes, (data ->> 'version')::integer as version
    from weighed where coalesce(bytes_before, 0) < ${changesMaximumBytes} order by position`.execute(scope.database)
  return rows
}
