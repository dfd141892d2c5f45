import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { secretsFromHex, type HexSecret } from '../endpoints/secret.ts'
import { usableSecrets, type LeasedEndpoint } from './lease-queries.ts'

/** Reads the fields of an endpoint that are needed to send it a test event. */
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

/** Number of days after which delivery attempts are deleted from the log. */
const loggedDays = 7

/** Deletes the logged delivery attempts of an endpoint that are older than `loggedDays`. */
export const deleteOldAttempts = (scope: OrganizationScope, endpointId: Uuid) =>
  scope.database
    .deleteFrom('webhook_attempts')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('id', '<', firstIdAt(Date.now() - loggedDays * 86_400_000))
    .execute()

/**
 * Returns the lowest UUIDv7 that can be generated at a point in time. Ids of older rows are lower, so PostgreSQL can
 * find these rows by their primary key.
 */
function firstIdAt(timeMs: number): Uuid {
  const hex = timeMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
