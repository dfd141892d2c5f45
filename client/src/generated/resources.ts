// Made from contract/ by `npm run generate`; never edited.

export type Uuid = string

export type Instant = string

export type Priority = 'MINOR' | 'NORMAL' | 'MAJOR' | 'CRITICAL'

export interface CreateIncident {
  /** Generated once per logical creation and reused on every retry of that creation. */
  clientRequestId: Uuid
  /** Revision of a cached creation configuration, for offline creation. Omit it for online creation. */
  configVersion?: number
  name?: string
  description?: string
  typeId?: Uuid
  categoryId?: Uuid
  priority?: Priority
  locationId?: Uuid
  pointId?: Uuid | null
  assigneeId?: Uuid
  occurredAt?: Instant
  tags?: string[]
  latitude?: number
  longitude?: number
  externalId?: string
}

export interface Incident {
  id: Uuid
  clientRequestId: Uuid
  name: string | null
  description: string | null
  typeId: Uuid | null
  categoryId: Uuid | null
  priority: Priority
  stateId: Uuid
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
  occurredAt: Instant
  tags: string[]
  latitude: number | null
  longitude: number | null
  externalId: string | null
  mediaIds: Uuid[]
  createdBy: Uuid
  createdAt: Instant
  lastModifiedAt: Instant
  /** Revision of the creation configuration that the incident was validated against. */
  creationConfigVersion: number
  /** Short number for people, unique in the organization and rising, with gaps. */
  number: number
  /** Number that every change raises. `"<version>"` is the ETag of the incident and the value for `If-Match`. */
  version: number
}

export interface PatchIncident {
  name?: string | null
  description?: string | null
  typeId?: Uuid | null
  categoryId?: Uuid | null
  priority?: Priority
  /** State to which the incident moves. The workflow must allow it. */
  stateId?: Uuid
  locationId?: Uuid | null
  pointId?: Uuid | null
  assigneeId?: Uuid | null
  occurredAt?: Instant
  tags?: string[] | null
  latitude?: number | null
  longitude?: number | null
  externalId?: string | null
  /** Message of a comment that is added together with the change. */
  comment?: string
}

export interface NextState {
  id: Uuid
  name: string
}

export interface IncidentDetails {
  id: Uuid
  clientRequestId: Uuid
  name: string | null
  description: string | null
  typeId: Uuid | null
  categoryId: Uuid | null
  priority: Priority
  stateId: Uuid
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
  occurredAt: Instant
  tags: string[]
  latitude: number | null
  longitude: number | null
  externalId: string | null
  mediaIds: Uuid[]
  createdBy: Uuid
  createdAt: Instant
  lastModifiedAt: Instant
  /** Revision of the creation configuration that the incident was validated against. */
  creationConfigVersion: number
  /** Short number for people, unique in the organization and rising, with gaps. */
  number: number
  /** Number that every change raises. `"<version>"` is the ETag of the incident and the value for `If-Match`. */
  version: number
  /** States to which the incident can move now, in the order of the workflow. */
  nextStates: NextState[]
}

export interface BatchResult {
  /** HTTP status that a separate request for the item would have received: 201, 200, 400, … */
  status: number
  incidentId: Uuid | null
  /** Version of the incident after the item; null if it was rejected. */
  version: number | null
  /** True if an earlier request did the work and this item changed nothing. */
  isReplay: boolean
  /** Reason for a rejection; null if accepted. Pointers begin at the body of the item. */
  problem: ProblemDetails | null
}

export interface CreateComment {
  relatedEntityId: Uuid
  message?: string | null
  externalId?: string | null
}

export interface UpdateComment {
  message?: string | null
  externalId?: string | null
}

export interface Comment {
  id: Uuid
  relatedEntityId: Uuid
  message: string | null
  mediaIds: Uuid[]
  createdAt: Instant
  createdBy: Uuid
  edited: boolean
  externalId: string | null
}

export interface Media {
  id: Uuid
  fileName: string
  /** Content type, detected from the content and not from the name. */
  contentType: string
  sizeBytes: number
  /** SHA-256 of the stored bytes in lower-case hexadecimal. */
  sha256: string
  createdAt: Instant
  createdBy: Uuid
}

export interface MediaUrls {
  downloadUrl: string
  thumbnailDownloadUrl: string | null
}

export interface FeedEvent {
  id: Uuid
  /** Position in the feed, up to which everything has been read. Pass it on unchanged. */
  position: string
  /** Kind of the event; docs/events.md lists all kinds and their data. */
  kind: string
  /** Version of the data of this kind. */
  kindVersion: number
  at: Instant
  /** User who made the change. */
  actorId: Uuid
  /** API key with which the change was made; null for staff. */
  keyId: Uuid | null
  /** Incident that the event belongs to, if any. */
  incidentId: Uuid | null
  data: Record<string, unknown>
  /** Current incident, with its `version`; null if deleted, and for events of comments. */
  incident: Incident | null
  /** Current comment; null if deleted, and for other events. */
  comment: Comment | null
}

export interface Location {
  id: Uuid
  name: string
  externalId: string | null
  archived: boolean
}

export interface Point {
  id: Uuid
  locationId: Uuid
  name: string
  archived: boolean
}

export interface User {
  id: Uuid
  name: string
  kind: 'staff' | 'external_api_auditor' | 'operator'
  archived: boolean
}

export interface WorkflowState {
  id: Uuid
  name: string
  isInitial: boolean
  isFinal: boolean
  /** States that a transition leads to from this state. */
  nextStateIds: Uuid[]
}

export interface ConfigurationType {
  id: Uuid
  name: string
  active: boolean
  profileId: Uuid | null
}

export interface ConfigurationCategory {
  id: Uuid
  typeId: Uuid
  name: string
  active: boolean
}

export interface FieldRules {
  name?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: string
  }
  description?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: string
  }
  typeId?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: Uuid
  }
  categoryId?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: Uuid
  }
  priority?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: Priority
  }
  locationId?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: Uuid
  }
  pointId?: {
    rule: 'optional' | 'readOnly' | 'hidden'
    default?: Uuid
  }
  assigneeId?: {
    rule: 'optional' | 'readOnly' | 'hidden'
    default?: Uuid
  }
  occurredAt?: {
    rule: 'required' | 'optional' | 'readOnly' | 'hidden'
    default?: string
  }
  tags?: {
    rule: 'optional' | 'readOnly' | 'hidden'
    default?: string[]
  }
  coordinates?: {
    rule: 'optional' | 'readOnly' | 'hidden'
    default?: {
      latitude: number
      longitude: number
    }
  }
}

export interface Profile {
  id: Uuid
  name: string
  fields: FieldRules
}

export interface CreationConfiguration {
  revision: number
  publishedAt: Instant
  types: ConfigurationType[]
  categories: ConfigurationCategory[]
  profiles: Profile[]
  defaultProfileId: Uuid
}

export interface ListFilter {
  field: string
  operator: 'in' | 'contains' | 'gte' | 'lte'
  values: string[]
}

export interface ListMeta {
  /** Items skipped; 0 on a page read with a cursor. */
  offset: number
  /** Maximum items returned. */
  limit: number
  /** Number of items in data. */
  count: number
  /** Sort as applied; null when none was requested. */
  sort: string | null
  filter: ListFilter[]
  /** Value of the parameter `cursor` for the next page; null on the last page. */
  nextCursor: string | null
}

export type ViolationCode = 'required' | 'wrong_type' | 'invalid_format' | 'invalid_text' | 'number_not_finite' | 'too_long' | 'too_short' | 'out_of_range' | 'not_unique' | 'not_allowed_value' | 'field_not_allowed' | 'field_read_only' | 'field_hidden' | 'type_required' | 'location_required' | 'coordinates_incomplete' | 'unknown_type' | 'inactive_type' | 'unknown_category' | 'inactive_category' | 'category_not_in_type' | 'point_not_in_location' | 'location_archived' | 'point_archived' | 'assignee_archived' | 'location_not_found' | 'point_not_found' | 'assignee_not_found' | 'incident_not_found' | 'configuration_not_found' | 'configuration_too_old' | 'unknown_parameter' | 'repeated_parameter' | 'invalid_value' | 'duplicate_id' | 'unknown_profile' | 'unknown_state' | 'state_not_found' | 'transition_not_allowed'

export interface Violation {
  /** JSON Pointer into the body. */
  pointer?: string
  /** Name of the path, query or header parameter. */
  parameter?: string
  code: ViolationCode
  message: string
}

export type ProblemCode = 'malformed_json' | 'invalid_encoding' | 'nesting_too_deep' | 'body_too_large' | 'unsupported_content_type' | 'bad_request_line' | 'invalid_request' | 'invalid_incident' | 'client_request_id_reused' | 'idempotency_key_reused' | 'configuration_revision_too_old' | 'transition_not_allowed' | 'position_unknown' | 'position_expired' | 'webhook_endpoint_not_found' | 'webhook_event_not_held' | 'too_many_webhook_endpoints' | 'comment_not_from_api' | 'file_missing' | 'file_too_large' | 'too_many_incident_files' | 'unauthorized' | 'insufficient_scope' | 'download_url_refused' | 'route_not_found' | 'method_not_allowed' | 'reference_not_found' | 'incident_not_found' | 'comment_not_found' | 'media_not_found' | 'configuration_not_found' | 'precondition_failed' | 'incident_changed' | 'rate_limited' | 'internal_error' | 'unavailable'

export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  requestId: string
  /** All violations. With more than 100, the first 100; `detail` then ends with the total. */
  errors: Violation[]
  creationConfigVersion?: number | null
  incidentId?: Uuid
  commentId?: Uuid
  mediaId?: Uuid
  endpointId?: Uuid
  /** States to which the workflow lets the incident move. */
  nextStates?: NextState[]
  /** Version that the incident has now. */
  currentVersion?: number
  /** Fields that have changed since the version in `If-Match`. Absent if the incident never had that version, or if the events of some changes were erased. */
  changedFields?: string[]
}
