import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { attemptsInsert } from './attempt-queries.ts'

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

/** Changes in the progress of an endpoint since the progress was last stored. */
export interface Progress {
  position: number
  deliveredAhead: number[]
  attempts: WebhookAttempt[]
  /** Incidents that are newly held back, or whose failed event or time of the next attempt has changed. */
  held: HeldIncident[]
  /** Incidents that are no longer held back. */
  released: Uuid[]
  /** Time of the next retry; null if no event is held back. */
  retryAt: Instant | null
}

/**
 * Stores the progress of an endpoint with one SQL statement.
 * @param lease lease under which the events were delivered.
 * @returns false if the lease has ended. Nothing is stored then.
 */
export async function storeProgress(
  scope: OrganizationScope,
  { endpointId, leaseId }: { endpointId: Uuid; leaseId: Uuid },
  { position, deliveredAhead, attempts, held, released, retryAt }: Progress,
): Promise<boolean> {
  const { organizationId } = scope
  const deliveredAt = attempts.findLast(({ isDelivered }) => isDelivered)?.at ?? null
  const { rows } = await sql`
    with moved as (
      update webhook_endpoints set
        position = ${position}, delivered_ahead = ${deliveredAhead}::bigint[], retry_at = ${retryAt},
        last_delivered_at = coalesce(${deliveredAt}::timestamptz, last_delivered_at),
        failing_since = ${failingSince(attempts)}
      where organization_id = ${organizationId} and id = ${endpointId} and lease_id = ${leaseId}
      returning id
    ),
    logged as (${attemptsInsert(scope, sql`moved`, attempts)}),
    released as (
      delete from webhook_retries
      where organization_id = ${organizationId} and endpoint_id = (select id from moved)
        and incident_id = any(${released}::uuid[])
    ),
    held as (
      insert into webhook_retries (
        organization_id, endpoint_id, incident_id, position, event_id, attempts, failing_since, retry_at
      )
      select ${organizationId}::uuid, moved.id, "incidentId", position, "eventId", attempts, "failingSince", "retryAt"
      from moved, json_to_recordset(${JSON.stringify(held)}) as incident (
        "incidentId" uuid, position bigint, "eventId" uuid, attempts integer, "failingSince" timestamptz,
        "retryAt" timestamptz
      )
      on conflict (organization_id, endpoint_id, incident_id) do update set
        position = excluded.position, event_id = excluded.event_id, attempts = excluded.attempts,
        failing_since = excluded.failing_since, retry_at = excluded.retry_at
    )
    select id from moved`.execute(scope.database)
  return rows.length > 0
}

/**
 * Makes the SQL for the time of the first failed delivery to the endpoint since its last successful delivery. The time
 * is null right after a success.
 */
function failingSince(attempts: WebhookAttempt[]) {
  if (attempts.length === 0) return sql`failing_since`
  const failed = attempts.slice(attempts.findLastIndex(({ isDelivered }) => isDelivered) + 1)
  const failedAt = sql`${failed[0]?.at ?? null}::timestamptz`
  return failed.length === attempts.length ? sql`least(failing_since, ${failedAt})` : failedAt
}

/**
 * Makes the failed event of each incident that an endpoint holds back due now, as if no attempt had failed before.
 */
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

/** Changes the event at which an incident is held back. The new event is due for delivery now. */
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

export const releaseHeld = (scope: OrganizationScope, endpointId: Uuid, incidentId?: Uuid) =>
  scope.database
    .deleteFrom('webhook_retries')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .$if(incidentId !== undefined, (query) => query.where('incident_id', '=', incidentId!))
    .execute()

/** Marks an event as delivered although it was not, so that the events after it can be delivered. */
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
