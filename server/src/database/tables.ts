import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { AgeThresholds } from '@tocsin/contract/console/organization-settings.ts'
import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { userKinds } from '@tocsin/contract/api/directory.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EventTables } from './event-tables.ts'

/** Columns of every table, as the migrations create them. Instants are read and written as text. */
export interface Tables extends EventTables {
  /** Id of the installation, and number of its starts. The table has one row. */
  installation: {
    id: Uuid
    starts: Generated<number>
  }
  organizations: {
    id: Uuid
    name: string
    oldest_revision_age: string | null
    time_zone: string | null
    age_thresholds: ColumnType<AgeThresholds | null, string | null, string | null>
    workflow_version: Generated<number>
    created_at: Generated<Instant>
  }
  users: {
    organization_id: Uuid
    id: Uuid
    kind: Generated<(typeof userKinds)[number]>
    role: Generated<Role>
    name: string
    email: string | null
    password_hash: string | null
    archived_at: Instant | null
    created_at: Generated<Instant>
  }
  api_keys: {
    organization_id: Uuid
    id: Uuid
    name: string
    secret_sha256: Buffer
    scopes: KeyScope[]
    expires_at: Instant | null
    last_used_at: Instant | null
    revoked_at: Instant | null
    successor_id: Uuid | null
    created_at: Generated<Instant>
  }
  sessions: {
    organization_id: Uuid
    id: Uuid
    user_id: Uuid
    token_sha256: Buffer
    user_agent: string | null
    created_at: Generated<Instant>
    last_seen_at: Generated<Instant>
    expires_at: Instant
    revoked_at: Instant | null
  }
  sign_in_failures: {
    subject_sha256: Buffer
    failures: number
    counted_since: Generated<Instant>
    locked_until: Instant | null
  }
  set_up_codes: {
    code_sha256: Buffer
    created_at: Generated<Instant>
  }
  locations: {
    organization_id: Uuid
    id: Uuid
    name: string
    external_id: string | null
    archived_at: Instant | null
    created_at: Generated<Instant>
  }
  points: {
    organization_id: Uuid
    id: Uuid
    location_id: Uuid
    name: string
    archived_at: Instant | null
    created_at: Generated<Instant>
  }
  workflow_states: {
    organization_id: Uuid
    id: Uuid
    name: string
    position: number
    is_initial: Generated<boolean>
    is_final: Generated<boolean>
    archived_at: Instant | null
  }
  workflow_transitions: {
    organization_id: Uuid
    from_state_id: Uuid
    to_state_id: Uuid
  }
  creation_configurations: {
    organization_id: Uuid
    revision: number
    content: ColumnType<ConfigurationContent, string, never>
    published_at: Generated<Instant>
    published_by: Uuid | null
  }
  configuration_drafts: {
    organization_id: Uuid
    content: ColumnType<ConfigurationDraft | null, string | null, string | null>
    based_on_revision: number
    version: number
    updated_at: Generated<Instant>
    updated_by: Uuid
  }
  incidents: {
    organization_id: Uuid
    id: Uuid
    client_request_id: Uuid
    request_sha256: Buffer
    name: string | null
    description: string | null
    type_id: Uuid | null
    category_id: Uuid | null
    priority: Priority
    state_id: Uuid
    location_id: Uuid | null
    point_id: Uuid | null
    assignee_id: Uuid | null
    occurred_at: Instant
    tags: string[]
    latitude: number | null
    longitude: number | null
    external_id: string | null
    media_ids: Generated<Uuid[]>
    search_text: string
    /** JSON text of an IncidentResponse without `number` and `version`. PostgreSQL generates it from other columns. */
    response: GeneratedAlways<string>
    creation_config_version: number
    created_by: Uuid
    created_at: Generated<Instant>
    last_modified_at: Generated<Instant>
    deleted_at: Instant | null
    /** Version of the incident. Every change raises it by 1. */
    version: Generated<number>
    /** Number of the incident: the position of its first event. Null only until an upgrade numbers old incidents. */
    number: number | null
  }
  idempotency_keys: {
    organization_id: Uuid
    key: string
    operation: string
    resource_id: Uuid
    request_sha256: Buffer
    created_at: Generated<Instant>
  }
  comments: {
    organization_id: Uuid
    id: Uuid
    entity_kind: 'incident'
    related_entity_id: Uuid
    message: string | null
    media_ids: Generated<Uuid[]>
    edited: Generated<boolean>
    external_id: string | null
    made_through_api: boolean
    /** Obsolete, like `request_sha256` and `media.idempotency_key`. Only programs before migration 0011 write it. */
    idempotency_key: ColumnType<string | null, never, never>
    request_sha256: ColumnType<Buffer | null, never, never>
    created_by: Uuid
    created_at: Generated<Instant>
    deleted_at: Instant | null
  }
  media: {
    organization_id: Uuid
    id: Uuid
    incident_id: Uuid | null
    comment_id: Uuid | null
    file_name: string
    content_type: string
    size_bytes: number
    sha256: Buffer
    has_thumbnail: boolean
    thumbnail_due_at: Instant | null
    thumbnail_attempts: Generated<number>
    idempotency_key: ColumnType<string | null, never, never>
    created_by: Uuid
    created_at: Generated<Instant>
    deleted_at: Generated<Instant | null>
  }
  views: {
    organization_id: Uuid
    id: Uuid
    owner_id: Uuid
    name: string
    shared: boolean
    query: string
    layout: ViewLayout
    created_at: Generated<Instant>
    updated_at: Generated<Instant>
  }
  view_preferences: {
    organization_id: Uuid
    user_id: Uuid
    view_order: Uuid[]
    default_view: string | null
  }
}
