import type { PauseReason, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { secretOverlapHours } from '@tocsin/contract/limits.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { WebhookSecret } from './secret.ts'

/** Fields of an endpoint that callers can set. */
export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'description' | 'kinds'>

export interface EndpointRow extends Omit<WebhookEndpoint, 'position' | 'publicKey'>, WebhookSecret {
  epoch: string
  position: number
}

/** Finds the endpoints of the organization, oldest first, or only the endpoint with the given id. */
export async function findEndpoints(scope: OrganizationScope, id: Uuid | null = null): Promise<EndpointRow[]> {
  const { organizationId } = scope
  const { rows } = await sql<EndpointRow>`
    select endpoint.id, url, description, kinds, created_at as "createdAt", paused_at as "pausedAt",
      pause_reason as "pauseReason", position, epoch,
      greatest(reserved, (select max(position) from events where organization_id = ${organizationId})) - position
        as "eventsBehind",
      (
        select count(*)::int from webhook_retries
        where organization_id = ${organizationId} and endpoint_id = endpoint.id
      ) as "heldIncidents",
      failing_since as "failingSince", last_delivered_at as "lastDeliveredAt",
      hmac_key as "hmacKey", signing_key as "signingKey",
      (
        select max(ends_at) from webhook_secrets
        where organization_id = ${organizationId} and endpoint_id = endpoint.id and ends_at > now()
      ) as "previousSecretEndsAt"
    from webhook_endpoints as endpoint
      join feeds on feeds.organization_id = ${organizationId}
      join webhook_secrets as secret
        on secret.organization_id = ${organizationId} and secret.endpoint_id = endpoint.id and ends_at is null
    where endpoint.organization_id = ${organizationId}
      and (${id}::uuid is null or endpoint.id = ${id}::uuid)
    order by endpoint.id`.execute(scope.database)
  return rows
}

export async function countEndpoints(scope: OrganizationScope): Promise<number> {
  const { count } = await scope.database
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts an endpoint. Only events that are recorded later are delivered to it. */
export async function insertEndpoint(scope: OrganizationScope, id: Uuid, { url, description, kinds }: EndpointFields) {
  const { database, organizationId } = scope
  const { rows } = await sql<{ newest: number }>`
    select greatest(
      (select reserved from feeds where organization_id = ${organizationId}),
      (select max(position) from events where organization_id = ${organizationId}),
      0
    ) as newest`.execute(database)
  await database
    .insertInto('webhook_endpoints')
    .values({ organization_id: organizationId, id, url, description, kinds, position: rows[0]!.newest })
    .execute()
}

export const insertSecret = (
  scope: OrganizationScope,
  { endpointId, id, hmacKey, signingKey }: WebhookSecret & { endpointId: Uuid; id: Uuid },
) =>
  scope.database
    .insertInto('webhook_secrets')
    .values({
      organization_id: scope.organizationId,
      endpoint_id: endpointId,
      id,
      hmac_key: hmacKey,
      signing_key: signingKey,
    })
    .execute()

/**
 * Ends an endpoint's current secret `secretOverlapHours` from now. Deletes the secrets that have already ended.
 * @returns the time at which the current secret ends.
 */
export async function endSecret(scope: OrganizationScope, endpointId: Uuid): Promise<Instant> {
  const ofEndpoint = { organization_id: scope.organizationId, endpoint_id: endpointId }
  await scope.database
    .deleteFrom('webhook_secrets')
    .where((is) => is.and(ofEndpoint))
    .where('ends_at', '<=', sql<Instant>`now()`)
    .execute()
  const { endsAt } = await scope.database
    .updateTable('webhook_secrets')
    .set({ ends_at: sql<Instant>`now() + make_interval(hours => ${sql.lit(secretOverlapHours)})` })
    .where((is) => is.and(ofEndpoint))
    .where('ends_at', 'is', null)
    .returning(sql<Instant>`ends_at`.as('endsAt'))
    .executeTakeFirstOrThrow()
  return endsAt
}

/**
 * Columns that a change of an endpoint sets. Every change also ends the lease of the process that delivers to the
 * endpoint.
 */
type EndpointChange = Partial<EndpointFields> & {
  /** Reason to pause the endpoint; null to resume it. */
  pauseReason?: PauseReason | null
  progress?: { position: number; deliveredAhead: number[] }
}

const endedLease = { lease_id: null, leased_until: '-infinity' } as const

export const lockEndpoint = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'kinds', 'position', 'paused_at as pausedAt'])
    .select(sql<number[]>`to_json(delivered_ahead)`.as('deliveredAhead'))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateEndpoint = (
  scope: OrganizationScope,
  id: Uuid,
  { pauseReason, progress, ...fields }: EndpointChange,
) =>
  scope.database
    .updateTable('webhook_endpoints')
    .set({
      ...fields,
      ...endedLease,
      ...(pauseReason !== undefined && { pause_reason: pauseReason, paused_at: pauseReason && sql<Instant>`now()` }),
      ...(progress && {
        position: progress.position,
        delivered_ahead: progress.deliveredAhead,
        retry_at: null,
        failing_since: null,
      }),
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()

export const deleteEndpointRow = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .deleteFrom('webhook_endpoints')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()

/**
 * Pauses the active endpoints of all organizations when a new epoch of the feeds begins. Runs without a scope, for the
 * operator.
 */
export const pauseEverywhere = (database: Database) =>
  database
    .updateTable('webhook_endpoints')
    .set({
      ...endedLease,
      paused_at: sql<Instant>`coalesce(paused_at, now())`,
      pause_reason: sql<PauseReason>`coalesce(pause_reason, 'new_epoch')`,
    })
    .execute()
