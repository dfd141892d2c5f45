import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { attemptsInsert } from './attempt-queries.ts'
import type { HeldIncident } from './held-queries.ts'

/** Changes in the progress of an endpoint since the progress was last stored. */
export interface Progress {
  position: number
  deliveredAhead: number[]
  attempts: WebhookAttempt[]
  /**
   * Incidents that are newly held back, and incidents with another failed event or another time of the next attempt.
   */
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
