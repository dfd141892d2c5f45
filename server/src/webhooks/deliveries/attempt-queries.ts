import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { secretsFromHex, type HexSecret } from '../endpoints/secret.ts'
import { usableSecrets, type LeasedEndpoint } from './lease-queries.ts'

/** Finds what a test of an endpoint needs. */
export async function findTarget(
  scope: OrganizationScope,
  id: Uuid,
): Promise<Pick<LeasedEndpoint, 'url' | 'epoch' | 'secrets'> | undefined> {
  const { organizationId } = scope
  const { rows } = await sql<{ url: string; epoch: string; secrets: HexSecret[] }>`
    select url, epoch, ${usableSecrets(scope, sql`endpoint.id`)} as secrets
    from webhook_endpoints as endpoint join feeds on feeds.organization_id = ${organizationId}
    where endpoint.organization_id = ${organizationId} and endpoint.id = ${id}`.execute(scope.database)
  return rows[0] && { ...rows[0], secrets: secretsFromHex(rows[0].secrets) }
}

export const insertAttempt = (
  scope: OrganizationScope,
  endpointId: Uuid,
  { eventId, incidentId, durationMs, isDelivered, ...others }: WebhookAttempt,
) =>
  scope.database
    .insertInto('webhook_attempts')
    .values({
      organization_id: scope.organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      incident_id: incidentId,
      duration_ms: durationMs,
      is_delivered: isDelivered,
      ...others,
    })
    .execute()

/** Number of days for which attempts stay in the log. */
const loggedDays = 7

/** Deletes the attempts of an endpoint that are too old for the log. */
export const deleteOldAttempts = (scope: OrganizationScope, endpointId: Uuid) =>
  scope.database
    .deleteFrom('webhook_attempts')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('id', '<', firstIdAt(Date.now() - loggedDays * 86_400_000))
    .execute()

/** Returns the lowest UUIDv7 of a point in time. Ids are in the order of time, so the primary key serves the search. */
function firstIdAt(timeMs: number): Uuid {
  const hex = timeMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
