import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
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

/** Logs an attempt. @returns false if the endpoint does not exist. */
export async function insertAttempt(
  scope: OrganizationScope,
  endpointId: Uuid,
  attempt: WebhookAttempt,
): Promise<boolean> {
  const endpoint = sql`(
    select id from webhook_endpoints where organization_id = ${scope.organizationId} and id = ${endpointId}
  )`
  const { rows } = await sql`${attemptsInsert(scope, endpoint, [attempt])} returning id`.execute(scope.database)
  return rows.length > 0
}

/**
 * Builds the statement that logs attempts.
 * @param endpoint relation with the id of the endpoint. If it has no row, the statement logs nothing.
 */
export const attemptsInsert = (
  scope: OrganizationScope,
  endpoint: RawBuilder<unknown>,
  attempts: WebhookAttempt[],
) => sql`
  insert into webhook_attempts (
    organization_id, endpoint_id, id, event_id, position, kind, incident_id, number, at, duration_ms, is_delivered,
    status, error, request, answer
  )
  select ${scope.organizationId}::uuid, endpoint.id, attempt.id, "eventId", position, kind, "incidentId", number, at,
    "durationMs", "isDelivered", status, error, request, answer
  from ${endpoint} as endpoint, json_to_recordset(${JSON.stringify(attempts)}) as attempt (
    id uuid, "eventId" uuid, position text, kind text, "incidentId" uuid, number integer, at timestamptz,
    "durationMs" integer, "isDelivered" boolean, status integer, error text, request text, answer text
  )`

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
