import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'
import { secretsFromHex, type HexSecret, type WebhookSecret } from '../endpoints/secret.ts'

/**
 * Maximum number of incidents that are held back for one endpoint. At this number, no further events are read from the
 * feed for this endpoint.
 */
export const heldMaximum = 1_000

/** Endpoint that has undelivered events and that no process has leased. */
export interface WaitingEndpoint {
  organizationId: Uuid
  endpointId: Uuid
  /** Id of the external API auditor of the organization. The server delivers webhooks in the name of this user. */
  auditorId: Uuid
  /** True if every attempt since the last delivery has failed. */
  isFailing: boolean
}

/**
 * Finds active endpoints that have undelivered events or due retries and that no process has leased. Alternates between
 * the endpoints of different organizations. The order of one organization's endpoints is random, so that each of them
 * gets a slot even if others always have events to deliver. Runs without a scope, so that a process needs only one
 * query for all organizations.
 * @param busy endpoints to leave out, because this process delivers to them already.
 */
export async function findWaiting(database: Database, busy: Uuid[], limit: number): Promise<WaitingEndpoint[]> {
  // Search for an undelivered event before counting the incidents that are held back. Most endpoints have no
  // undelivered event, so that PostgreSQL need not count.
  const { rows } = await sql<WaitingEndpoint>`
    with waiting as materialized (
      select endpoint.organization_id, endpoint.id, auditor.id as auditor_id, failing_since is not null as is_failing
      from webhook_endpoints as endpoint
        join users as auditor
          on auditor.organization_id = endpoint.organization_id and auditor.kind = 'external_api_auditor'
      where paused_at is null and leased_until < now() and endpoint.id <> all(${busy}::uuid[])
        and (
          retry_at <= now()
          or exists (
            select 1 from events
            where events.organization_id = endpoint.organization_id and events.position > endpoint.position
          ) and ${sql.lit(heldMaximum)} > (
            select count(*) from webhook_retries as held
            where held.organization_id = endpoint.organization_id and held.endpoint_id = endpoint.id
          )
        )
    )
    select organization_id as "organizationId", id as "endpointId", auditor_id as "auditorId", is_failing as "isFailing"
    from waiting
    order by row_number() over (partition by organization_id order by random()), random()
    limit ${sql.lit(limit)}`.execute(database)
  return rows
}

/** Endpoint that this process has leased, with all data that its deliveries need. */
export interface LeasedEndpoint {
  id: Uuid
  leaseId: Uuid
  url: string
  kinds: string[] | null
  epoch: string
  position: number
  deliveredAhead: number[]
  secrets: WebhookSecret[]
}

/** Seconds after which a lease ends if it is not renewed. */
const leaseSeconds = 30
/** Interval at which a process renews its leases. */
export const renewalIntervalMs = 10_000

const leaseEnd = sql<string>`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

/** Selects the secrets of an endpoint that have not expired, newest first. Each webhook is signed with all of them. */
export const usableSecrets = (scope: OrganizationScope, endpointId: RawBuilder<unknown>) => sql<HexSecret[]>`(
  select json_agg(
    json_build_object('hmacKey', encode(hmac_key, 'hex'), 'signingKey', encode(signing_key, 'hex')) order by id desc
  )
  from webhook_secrets
  where organization_id = ${scope.organizationId} and endpoint_id = ${endpointId}
    and (ends_at is null or ends_at > now())
)`

/**
 * Leases an endpoint for this process. Returns undefined if another process has leased the endpoint first, or if the
 * endpoint has been paused.
 * @param leaseId new id of the lease. Only a process with this id may store progress.
 */
export async function leaseEndpoint(
  scope: OrganizationScope,
  id: Uuid,
  leaseId: Uuid,
): Promise<LeasedEndpoint | undefined> {
  const { organizationId } = scope
  const { rows } = await sql<Omit<LeasedEndpoint, 'secrets'> & { secrets: HexSecret[] }>`
    with leased as (
      update webhook_endpoints set lease_id = ${leaseId}, leased_until = ${leaseEnd}
      where organization_id = ${organizationId} and id = ${id} and paused_at is null and leased_until < now()
      returning *
    )
    select leased.id, lease_id as "leaseId", url, kinds, epoch, position, to_json(delivered_ahead) as "deliveredAhead",
      ${usableSecrets(scope, sql`leased.id`)} as secrets
    from leased join feeds on feeds.organization_id = ${organizationId}`.execute(scope.database)
  return rows[0] && { ...rows[0], secrets: secretsFromHex(rows[0].secrets) }
}

/**
 * Renews the lease of an endpoint.
 * @returns false if the endpoint no longer has this lease.
 */
export async function renewLease(scope: OrganizationScope, id: Uuid, leaseId: Uuid): Promise<boolean> {
  const { numUpdatedRows } = await scope.database
    .updateTable('webhook_endpoints')
    .set({ leased_until: leaseEnd })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a lease, so that any process can lease the endpoint again. */
export const endLease = (scope: OrganizationScope, id: Uuid, leaseId: Uuid) =>
  scope.database
    .updateTable('webhook_endpoints')
    .set({ lease_id: null, leased_until: '-infinity' })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()

export interface DeliveryState {
  /** Number of active endpoints. */
  active: number
  /** Number of paused endpoints. */
  paused: number
  /** Age of the oldest event that is still to be delivered to an active endpoint. */
  lagSeconds: number
}

/**
 * Counts the endpoints of all organizations, and finds the age of the oldest event that has not been delivered to an
 * active endpoint. Runs without a scope, for the metrics of the operator.
 */
export async function findDeliveryState(database: Database): Promise<DeliveryState> {
  const { rows } = await sql<DeliveryState>`
    with endpoints as materialized (
      select count(*) filter (where paused_at is null)::int as active,
        count(*) filter (where paused_at is not null)::int as paused, min(undelivered.at) as oldest_at
      from webhook_endpoints as endpoint
        left join events as undelivered
          on undelivered.organization_id = endpoint.organization_id and undelivered.position = endpoint.position + 1
            and endpoint.paused_at is null
    ),
    held as materialized (
      select min(retry.failing_since) as oldest_at
      from webhook_retries as retry
        join webhook_endpoints as endpoint
          on endpoint.organization_id = retry.organization_id and endpoint.id = retry.endpoint_id
      where endpoint.paused_at is null
    )
    select active, paused,
      coalesce(extract(epoch from now() - least(endpoints.oldest_at, held.oldest_at)), 0)::float8 as "lagSeconds"
    from endpoints cross join held`.execute(database)
  return rows[0]!
}
