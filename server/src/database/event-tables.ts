import type { PauseReason } from '@tocsin/contract/api/webhook.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import type { ColumnType, Generated } from 'kysely'

/** Columns of the tables of events, the feed and webhooks, as the migrations create them. */
export interface EventTables {
  events: {
    organization_id: Uuid
    id: Uuid
    kind: string
    kind_version: Generated<number>
    incident_id: Uuid | null
    actor_id: Uuid
    data: ColumnType<Record<string, unknown>, string, never>
    at: Generated<Instant>
    key_id: Uuid | null
    /**
     * Position in the feed. Null only for events from before feeds had positions, until `0017-number-events` has run.
     */
    position: number | null
  }
  feeds: {
    organization_id: Uuid
    /**
     * Position up to which no new event may be written. These positions belong to events from before feeds had
     * positions, or to events that an operator has erased.
     */
    reserved: Generated<number>
    assigned: Generated<number>
    epoch: Generated<string>
  }
  webhook_endpoints: {
    organization_id: Uuid
    id: Uuid
    url: string
    description: string
    kinds: string[] | null
    created_at: Generated<Instant>
    paused_at: Instant | null
    pause_reason: PauseReason | null
    position: number
    delivered_ahead: Generated<number[]>
    failing_since: Instant | null
    last_delivered_at: Instant | null
    retry_at: Instant | null
    lease_id: Uuid | null
    leased_until: Generated<Instant>
  }
  webhook_secrets: {
    organization_id: Uuid
    endpoint_id: Uuid
    id: Uuid
    hmac_key: Buffer
    signing_key: Buffer
    ends_at: Instant | null
  }
  webhook_retries: {
    organization_id: Uuid
    endpoint_id: Uuid
    incident_id: Uuid
    position: number
    event_id: Uuid
    attempts: number
    failing_since: Instant
    retry_at: Instant
  }
  webhook_attempts: {
    organization_id: Uuid
    endpoint_id: Uuid
    id: Uuid
    event_id: Uuid
    position: string | null
    kind: string
    incident_id: Uuid | null
    number: number
    at: Instant
    duration_ms: number
    is_delivered: boolean
    status: number | null
    error: string | null
    request: string
    answer: string
  }
}
