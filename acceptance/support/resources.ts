/** Resources of the API, as the contract describes them. */

type Priority = 'MINOR' | 'NORMAL' | 'MAJOR' | 'CRITICAL'

export interface Incident {
  id: string
  number: number
  clientRequestId: string | null
  name: string | null
  description: string | null
  typeId: string | null
  categoryId: string | null
  priority: Priority
  stateId: string
  locationId: string | null
  pointId: string | null
  assigneeId: string | null
  occurredAt: string
  tags: string[]
  latitude: number | null
  longitude: number | null
  externalId: string | null
  mediaIds: string[]
  createdBy: string
  createdAt: string
  lastModifiedAt: string
  creationConfigVersion: number
  version: number
}

export type NextState = Pick<WorkflowState, 'id' | 'name'>

/** Response of get-incident. */
export type IncidentDetails = Incident & { nextStates: NextState[] }

export interface BatchResult {
  status: number
  incidentId: string | null
  version: number | null
  isReplay: boolean
  problem: Problem | null
}

/** Request body of create-incident. Its values have any type, because many specs send invalid values. */
export type Creation = { clientRequestId: unknown } & Record<string, unknown>

export interface Comment {
  id: string
  relatedEntityId: string
  message: string | null
  mediaIds: string[]
  createdAt: string
  createdBy: string
  edited: boolean
  externalId: string | null
}

export interface FeedEvent {
  id: string
  position: string
  kind: string
  kindVersion: number
  at: string
  actorId: string
  keyId: string | null
  incidentId: string | null
  data: Record<string, unknown>
  incident: Incident | null
  comment: Comment | null
}

export interface FeedPage {
  data: FeedEvent[]
  meta: { position: string; count: number; isLast: boolean }
}

export interface Media {
  id: string
  fileName: string
  contentType: string
  sizeBytes: number
  sha256: string
  createdBy: string
}

export interface MediaUrls {
  downloadUrl: string
  thumbnailDownloadUrl: string | null
}

export interface Page<Item> {
  data: Item[]
  meta: {
    offset: number
    limit: number
    count: number
    sort: string | null
    filter: { field: string; operator: string; values: string[] }[]
    nextCursor: string | null
  }
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors: { pointer?: string; parameter?: string; code: string; message: string }[]
  creationConfigVersion?: number
  incidentId?: string
  commentId?: string
  nextStates?: NextState[]
  currentVersion?: number
  changedFields?: string[]
}

export interface IncidentType {
  id: string
  name: string
  active: boolean
  profileId: string | null
}

export interface Category {
  id: string
  typeId: string
  name: string
  active: boolean
}

export interface FieldRule {
  rule: 'required' | 'optional' | 'readOnly' | 'hidden'
  default?: unknown
}

export interface Profile {
  id: string
  name: string
  fields: Record<string, FieldRule>
}

export interface Configuration {
  revision: number
  types: IncidentType[]
  categories: Category[]
  profiles: Profile[]
  defaultProfileId: string
}

export interface Location {
  id: string
  name: string
  archived: boolean
}

export interface Point {
  id: string
  locationId: string
  name: string
  archived: boolean
}

export interface User {
  id: string
  name: string
  kind: 'staff' | 'external_api_auditor' | 'operator'
  archived: boolean
}

export interface WorkflowState {
  id: string
  name: string
  isInitial: boolean
  isFinal: boolean
  nextStateIds: string[]
}
