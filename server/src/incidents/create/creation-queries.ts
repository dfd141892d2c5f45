import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { IncidentValues } from '@tocsin/contract/rules/check-creation.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'
import type { StoredResponse } from '../response.ts'

/** One creation that satisfies the rules. The server makes its id; `actorId` is the reporter. */
export interface NewIncident {
  id: Uuid
  actorId: Uuid
  clientRequestId: Uuid
  /** SHA-256 of the canonical body, lower-case hexadecimal. */
  requestSha256: string
  searchText: string
  creationConfigVersion: number
  /** True if the rules were those of the current revision, as far as this process knows. */
  underCurrentRevision: boolean
  /** Length of the texts that only the size of a body limits, in characters. */
  textLength: number
  values: IncidentValues
}

/** Outcome of one creation. Without a response, nothing was stored. */
export interface InsertedRow extends ReferenceCheck {
  id: Uuid
  response: StoredResponse | null
}

/** Columns of the one JSON parameter. The statement has the same text for any number of creations. */
const inputColumns = sql.raw(`
  id uuid, actor_id uuid, client_request_id uuid, request_sha256 text, search_text text,
  creation_config_version integer, under_current_revision boolean,
  name text, description text, type_id uuid, category_id uuid, priority incident_priority, location_id uuid,
  point_id uuid, assignee_id uuid, occurred_at timestamptz(3), tags text[], latitude double precision,
  longitude double precision, external_id text`)

/**
 * Inserts every creation with valid references and a new clientRequestId, and its event, in one statement.
 * @returns one row per creation, in any order.
 */
export async function insertIncidents(scope: OrganizationScope, creations: NewIncident[]): Promise<InsertedRow[]> {
  const underCurrentRevision = sql<boolean>`under_current_revision`
  const { columns, joins } = referenceStates(scope, underCurrentRevision)
  const initialState = sql`select id from workflow_states where organization_id = ${scope.organizationId} and is_initial`
  const { rows } = await sql<InsertedRow>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(creations.map(toInput))}) as creation (${inputColumns})
    ),
    -- Locked, so that the state is not deleted before the incidents are in it. A state just deleted is not found.
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
      -- In the order of clientRequestIds, so that no two statements wait for each other.
      order by client_request_id
      on conflict (organization_id, client_request_id) do nothing
      returning id, client_request_id, created_by, state_id, created_at, response
    ),
    -- An incident is created once, so its id serves as the id of the event.
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

/** References of an incident to rows outside of the configuration. */
export type References = Pick<IncidentResponse, 'locationId' | 'pointId' | 'assigneeId'>

/** States of the location, the point and the user that an incident refers to. */
export interface ReferenceStates {
  location: ReferenceState
  /** `elsewhere`: the point belongs to another location. */
  point: ReferenceState | 'elsewhere'
  assignee: ReferenceState
}
type ReferenceState = 'fine' | 'missing' | 'archived'

/** States of a creation's references, and of the revision that it was checked against. */
export interface ReferenceCheck extends ReferenceStates {
  /** True if the revision has been replaced meanwhile, or the workflow's initial state deleted. */
  isStale: boolean
}

const tables = { location: 'locations', point: 'points', assignee: 'users' }

/**
 * Returns the columns of `ReferenceStates` for each row of `input`, which has a `location_id`, a `point_id` and an
 * `assignee_id`, and the joins that the columns read from. A lateral join with a limit looks each row up by its primary
 * key; a plain join would read the whole table for each batch of creations.
 * @param refusesArchived true if a reference to an archived row is a violation.
 */
function referenceStates(scope: OrganizationScope, refusesArchived: RawBuilder<boolean>) {
  const lookUp = (reference: keyof typeof tables) => sql`
    left join lateral (
      select * from ${sql.table(tables[reference])}
      where organization_id = ${scope.organizationId} and id = input.${sql.ref(`${reference}_id`)} limit 1
    ) as ${sql.ref(reference)} on true`
  const stateOf = (reference: keyof typeof tables, otherwise = sql``) => sql`
    case
      when input.${sql.ref(`${reference}_id`)} is null then 'fine'
      when ${sql.ref(reference)}.id is null then 'missing'
      ${otherwise}
      when ${sql.ref(reference)}.archived_at is not null and ${refusesArchived} then 'archived'
      else 'fine'
    end as ${sql.ref(reference)}`
  return {
    columns: sql.join([
      stateOf('location'),
      stateOf('point', sql`when point.location_id <> location.id then 'elsewhere'`),
      stateOf('assignee'),
    ]),
    joins: sql`${lookUp('location')} ${lookUp('point')} ${lookUp('assignee')}`,
  }
}

const inputOf = ({ locationId, pointId, assigneeId }: References) => sql`
  (select ${locationId}::uuid as location_id, ${pointId}::uuid as point_id, ${assigneeId}::uuid as assignee_id) as input`

/** Looks up the rows that a changed incident refers to. */
export async function findReferenceStates(
  scope: OrganizationScope,
  references: References,
  { refusesArchived }: { refusesArchived: boolean },
): Promise<ReferenceStates> {
  const { columns, joins } = referenceStates(scope, sql`${refusesArchived}::boolean`)
  const { rows } = await sql<ReferenceStates>`select ${columns} from ${inputOf(references)} ${joins}`.execute(
    scope.database,
  )
  return rows[0]!
}

/** Looks up the references of a creation without inserting it. Under an older revision, or none, archived rows are allowed. */
export async function checkReferences(
  scope: OrganizationScope,
  references: References,
  { configuration, isCurrent }: { configuration: { revision: number } | undefined; isCurrent: boolean },
): Promise<ReferenceCheck> {
  const { columns, joins } = referenceStates(scope, sql`${isCurrent}::boolean`)
  const revision = sql<number>`${configuration?.revision ?? null}::integer`
  const { rows } = await sql<ReferenceCheck>`
    select ${columns}, ${isStale(scope, sql`${isCurrent}::boolean`, revision)} as "isStale"
    from ${inputOf(references)} ${joins}`.execute(scope.database)
  return rows[0]!
}

/** Returns the condition that a newer revision than the one taken for the current revision exists. */
const isStale = (scope: OrganizationScope, isCurrent: RawBuilder<boolean>, revision: RawBuilder<number>) =>
  sql<boolean>`(${isCurrent} and ${revision} <> (
    select max(revision) from creation_configurations where organization_id = ${scope.organizationId}
  ))`

/** Finds the incident that a clientRequestId created. A deleted one counts, since a retry is answered with it. */
export const findCreation = (scope: OrganizationScope, clientRequestId: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select(['id', 'creation_config_version', 'request_sha256', 'response'])
    .where('organization_id', '=', scope.organizationId)
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()
