import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'
import type { EventKey } from './event-keys.ts'

interface KeyQuery {
  /** Finds only events after this position. */
  after: number
  /** Finds only events up to this position. */
  until: number
  kinds: readonly string[]
  limit: number
  /** Finds only events of this incident; null for events that belong to no incident; undefined for all events. */
  incidentId?: Uuid | null
}

/** Finds events of the feed, in the order of their positions. */
export async function findKeys(
  scope: OrganizationScope,
  { after, until, kinds, limit, incidentId }: KeyQuery,
): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    select id, position, incident_id as "incidentId" from events
    where organization_id = ${scope.organizationId} and position > ${after} and position <= ${until}
      and kind = any(${kinds}::text[]) ${conditionFor(incidentId)}
    order by position limit ${sql.lit(limit)}`.execute(scope.database)
  return rows
}

function conditionFor(incidentId: Uuid | null | undefined) {
  if (incidentId === undefined) return sql``
  return incidentId === null ? sql`and incident_id is null` : sql`and incident_id = ${incidentId}`
}
