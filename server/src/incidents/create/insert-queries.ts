import type { IncidentValues } from '@tocsin/contract/rules/check-creation.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import { isStale, referenceStates, type ReferenceCheck } from './reference-queries.ts'
import type { StoredResponse } from '../response.ts'

/** One creation that the rules have let through; its id is made by the server, `actorId` is the reporter. */
export interface NewIncident {
  id: Uuid
  actorId: Uuid
  clientRequestId: Uuid
  /** SHA-256 of the canonical body, lower-case hexadecimal. */
  requestSha256: string
  searchText: string
  creationConfigVersion: number
  /** Whether the rules were those of the current revision, as far as this process knows. */
  underCurrentRevision: boolean
  values: IncidentValues
}

/** What became of one creation; without a response, nothing was stored. */
export interface InsertedRow extends ReferenceCheck {
  id: Uuid
  response: StoredResponse | null
}

/** One JSON parameter, whatever the number of creations: the statement's text is always the same. */
const inputColumns = sql.raw(`
  id uuid, actor_id uuid, client_request_id uuid, request_sha256 text, search_text text,
  creation_config_version integer, under_current_revision boolean,
  name text, description text, type_id uuid, category_id uuid, priority incident_priority, location_id uuid,
  point_id uuid, assignee_id uuid, occurred_at timestamptz(3), tags text[], latitude double precision,
  longitude double precision, external_id text`)

/**
 * Inserts every creation whose references hold and whose clientRequestId is new, with its event, in one statement.
 * @returns one row per creation, in no particular order.
 */
export async function insertIncidents(scope: OrganizationScope, creations: NewIncident[]): Promise<InsertedRow[]> {
  const underCurrentRevision = sql<boolean>`under_current_revision`
  const { columns, joins } = referenceStates(scope, underCurrentRevision)
  const initialState = sql`select id from workflow_states where organization_id = ${scope.organizationId} and is_initial`
  const { rows } = await sql<InsertedRow>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(creations.map(toInput))}) as creation (${inputColumns})
    ),
    -- Locked, so that it is not removed before they are in it. One that has just been removed is not found.
    initial as materialized (
      ${initialState} for key share
    ),
    checked as materialized (
      select
        input.*, ${columns},
        ${isStale(scope, underCurrentRevision, sql`creation_config_version`)}
          or (${initialState}) is distinct from (select id from initial) as is_stale
      from input ${joins}
    ),
    stored as (
      insert into incidents (
        organization_id, id, client_request_id, request_sha256, search_text, creation_config_version, created_by,
        state_id, name, description, type_id, category_id, priority, location_id, point_id, assignee_id, occurred_at,
        tags, latitude, longitude, external_id
      )
      select
        ${scope.organizationId}::uuid, id, client_request_id, decode(request_sha256, 'hex'), search_text,
        creation_config_version, actor_id, (select id from initial), name, description, type_id, category_id, priority,
        location_id, point_id, assignee_id, occurred_at, tags, latitude, longitude, external_id
      from checked
      where location = 'fine' and point = 'fine' and assignee = 'fine' and not is_stale
      -- Everybody takes clientRequestIds in the same order: no two statements can wait for each other.
      order by client_request_id
      on conflict (organization_id, client_request_id) do nothing
      returning id, client_request_id, created_by, state_id, created_at, response
    ),
    -- Each is created once, so that its id can be that of the event, too.
    recorded as (
      insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes, at)
      select
        ${scope.organizationId}::uuid, id, 'incident_created', 'incident', id, created_by,
        jsonb_build_object('clientRequestId', client_request_id, 'stateId', state_id), created_at
      from stored
    )
    select
      checked.id, checked.location, checked.point, checked.assignee, checked.is_stale as "isStale", stored.response
    from checked left join stored on stored.id = checked.id`.execute(scope.database)
  return rows
}

const toInput = ({ values, ...creation }: NewIncident) => ({
  id: creation.id,
  actor_id: creation.actorId,
  client_request_id: creation.clientRequestId,
  request_sha256: creation.requestSha256,
  search_text: creation.searchText,
  creation_config_version: creation.creationConfigVersion,
  under_current_revision: creation.underCurrentRevision,
  name: values.name,
  description: values.description,
  type_id: values.typeId,
  category_id: values.categoryId,
  priority: values.priority,
  location_id: values.locationId,
  point_id: values.pointId,
  assignee_id: values.assigneeId,
  occurred_at: values.occurredAt,
  tags: values.tags,
  latitude: values.latitude,
  longitude: values.longitude,
  external_id: values.externalId,
})
