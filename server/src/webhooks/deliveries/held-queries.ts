import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

/** Incident whose events an endpoint holds back, because the delivery of one of them failed. */
export interface HeldIncident {
  /** Id of the incident. The nil UUID stands for all events that belong to no incident. */
  incidentId: Uuid
  /** Position of the event whose delivery failed. The later events of the incident wait for this event. */
  position: number
  eventId: Uuid
  /** Number of attempts so far to deliver the event. */
  attempts: number
  failingSince: Instant
  retryAt: Instant
}

const heldColumns = sql`
  incident_id as "incidentId", position, event_id as "eventId", attempts, failing_since as "failingSince",
  retry_at as "retryAt"`

/** Finds the incidents whose events an endpoint holds back. */
export async function findHeld(scope: OrganizationScope, endpointId: Uuid): Promise<HeldIncident[]> {
  const { rows } = await sql<HeldIncident>`
    select ${heldColumns} from webhook_retries
    where organization_id = ${scope.organizationId} and endpoint_id = ${endpointId}`.execute(scope.database)
  return rows
}

/**
 * Finds the incident that an endpoint holds back because the delivery of the given event failed. Locks the row until
 * the transaction ends.
 */
export async function lockHeldBy(
  scope: OrganizationScope,
  endpointId: Uuid,
  eventId: Uuid,
): Promise<HeldIncident | undefined> {
  const { rows } = await sql<HeldIncident>`
    select ${heldColumns} from webhook_retries
    where organization_id = ${scope.organizationId} and endpoint_id = ${endpointId} and event_id = ${eventId}
    for update`.execute(scope.database)
  return rows[0]
}

/**
 * Finds the incidents that an endpoint holds back because of an event whose kind is not in `kinds`, and locks the rows.
 */
export async function lockHeldOfOtherKinds(
  scope: OrganizationScope,
  endpointId: Uuid,
  kinds: readonly string[],
): Promise<HeldIncident[]> {
  const { organizationId } = scope
  const { rows } = await sql<HeldIncident>`
    select ${heldColumns} from webhook_retries
    where organization_id = ${organizationId} and endpoint_id = ${endpointId}
      and exists (
        select 1 from events
        where organization_id = ${organizationId} and id = event_id and kind <> all(${kinds}::text[])
      )
    for update`.execute(scope.database)
  return rows
}

/** Makes all failed events of an endpoint due now, as if no attempt had failed before. */
export async function makeRetriesDue(scope: OrganizationScope, endpointId: Uuid): Promise<void> {
  await sql`
    with due as (
      update webhook_retries set retry_at = now(), failing_since = now(), attempts = 0
      where organization_id = ${scope.organizationId} and endpoint_id = ${endpointId}
      returning endpoint_id
    )
    update webhook_endpoints set retry_at = now()
    where organization_id = ${scope.organizationId} and id in (select endpoint_id from due)`.execute(scope.database)
}

/** Holds an incident back at another event, which is due for delivery now. */
export const moveHeld = (
  scope: OrganizationScope,
  endpointId: Uuid,
  { incidentId, eventId, position }: Pick<HeldIncident, 'incidentId' | 'eventId' | 'position'>,
) =>
  scope.database
    .updateTable('webhook_retries')
    .set({
      position,
      event_id: eventId,
      attempts: 0,
      failing_since: sql<Instant>`now()`,
      retry_at: sql<Instant>`now()`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('incident_id', '=', incidentId)
    .execute()

export const releaseHeld = (scope: OrganizationScope, endpointId: Uuid, incidentId: Uuid) =>
  scope.database
    .deleteFrom('webhook_retries')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('incident_id', '=', incidentId)
    .execute()

/** Releases the incidents that an endpoint holds back because of an event after the given position. */
export const releaseHeldAfter = (scope: OrganizationScope, endpointId: Uuid, position: number) =>
  scope.database
    .deleteFrom('webhook_retries')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('position', '>', position)
    .execute()

/** Marks an event as delivered although its delivery failed, so that the events after it can be delivered. */
export const markSkipped = (scope: OrganizationScope, endpointId: Uuid, position: number) =>
  scope.database
    .updateTable('webhook_endpoints')
    .set({
      retry_at: sql<Instant>`now()`,
      delivered_ahead: sql<number[]>`
        case when position < ${position} then delivered_ahead || ${position}::bigint else delivered_ahead end`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', endpointId)
    .execute()
