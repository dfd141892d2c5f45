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
 * Finds the next incidents that match a query, newest first. Neither a change nor a creation moves an incident behind
 * the position, so that a walk meets each incident once and none that was created meanwhile.
 * @param createdBefore position in the walk; undefined at its start.
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
 * @param matching SQL conditions that the incidents must satisfy once they are locked.
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

/** Finds the positions of the events of one transaction, which are consecutive. */
export async function findRange(scope: OrganizationScope, eventIds: Uuid[]): Promise<EventRange> {
  const { rows } = await sql<EventRange>`
    select min(position) as first, max(position) as last from events
    where organization_id = ${scope.organizationId} and id = any(${eventIds}::uuid[])`.execute(scope.database)
  return rows[0]!
}

/** Change or deletion of an incident by the acting user. */
export interface OwnEvent {
  position: number
  incidentId: Uuid
  /** Old and new values; undefined for a deletion. */
  changes: Changes<IncidentResponse> | null
  /** Version to which the event led. */
  version: number
}

/** Finds changes and deletions that the acting user made in the console, in the order of their positions. */
export async function findOwnEvents(
  scope: OrganizationScope,
  { first, last }: EventRange,
  limit: number,
): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    select position, incident_id as "incidentId", data -> 'changes' as changes, (data ->> 'version')::integer as version
    from events
    where organization_id = ${scope.organizationId} and position between ${first} and ${last}
      and actor_id = ${scope.actorId} and key_id is null and kind in ('incident.changed', 'incident.deleted')
    order by position limit ${sql.lit(limit)}`.execute(scope.database)
  return rows
}
