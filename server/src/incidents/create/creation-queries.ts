import { incidentCreated } from '@tocsin/contract/events/incident-events.ts'
import type { IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import type { GroupedItem } from '../../database/throughput/group-commit.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceChecks, type ReferenceResults, type References } from '../reference-queries.ts'
import { responseText } from '../response-queries.ts'
import type { StoredResponse } from '../response.ts'

/** Incident to insert, which satisfies the rules. The server has generated `id`, and `actorId` is the reporter. */
export interface NewIncident extends GroupedItem {
  actorId: Uuid
  keyId: Uuid | null
  clientRequestId: Uuid
  /** SHA-256 digest of the canonical request body, in lower-case hexadecimal. */
  requestSha256: string
  searchText: string
  creationConfigVersion: number
  /**
   * True if the incident was checked against the configuration revision that this process considers current. Another
   * process may have published a newer one.
   */
  underCurrentRevision: boolean
  values: IncidentValues
}

/** Result of one creation. If `response` is null, the incident was not stored. */
export interface InsertedRow extends CreationCheck {
  id: Uuid
  response: StoredResponse | null
}

/**
 * Columns that PostgreSQL reads from a JSON array of creations. One parameter contains all creations, so that the text
 * of the statement does not depend on their number.
 */
const inputColumns = sql.raw(`
  id uuid, actor_id uuid, key_id uuid, client_request_id uuid, request_sha256 text, search_text text,
  creation_config_version integer, under_current_revision boolean,
  name text, description text, type_id uuid, category_id uuid, priority incident_priority, location_id uuid,
  point_id uuid, assignee_id uuid, occurred_at timestamptz(3), tags text[], latitude double precision,
  longitude double precision, external_id text`)

/**
 * Inserts incidents and their events in one statement. Does not insert an incident that has an invalid reference, whose
 * clientRequestId is already used, or for which `isStale` is true.
 * @returns one row for each creation, in any order.
 */
export async function insertIncidents(scope: OrganizationScope, creations: NewIncident[]): Promise<InsertedRow[]> {
  const { rows } = await sql<InsertedRow>`
    with ${checkedCreations(scope, creations)},
    valid as (
      select * from checked where location = 'fine' and point = 'fine' and assignee = 'fine' and not is_stale
    ),
    -- The feed is locked after the initial state, because a change of the workflow locks states before the feed.
    reserved as materialized (
      select * from reserve_creations_1(${scope.organizationId}, array(select client_request_id from valid))
    ),
    stored as (
      insert into incidents (
        organization_id, id, client_request_id, request_sha256, search_text, creation_config_version, created_by,
        state_id, name, description, type_id, category_id, priority, location_id, point_id, assignee_id, occurred_at,
        tags, latitude, longitude, external_id, number
      )
      select
        ${scope.organizationId}::uuid, id, client_request_id, decode(request_sha256, 'hex'), search_text,
        creation_config_version, actor_id, (select id from initial), name, description, type_id, category_id, priority,
        location_id, point_id, assignee_id, occurred_at, tags, latitude, longitude, external_id, number
      from valid join reserved on request_id = client_request_id
      -- Another creation of the same batch may have the same clientRequestId.
      on conflict (organization_id, client_request_id) do nothing
      returning id, client_request_id, created_by, state_id, created_at, number, ${responseText} as response
    ),
    -- An incident is created once, so its id serves as the id of the event.
    recorded as (
      insert into events (organization_id, id, kind, kind_version, incident_id, actor_id, key_id, data, at, position)
      select
        ${scope.organizationId}::uuid, id, ${sql.lit(incidentCreated.kind)}, ${sql.lit(incidentCreated.version)}, id,
        created_by, key_id,
        jsonb_build_object('clientRequestId', stored.client_request_id, 'stateId', state_id), created_at, number
      from stored join input using (id)
    )
    select
      checked.id, checked.location, checked.point, checked.assignee, checked.is_stale as "isStale", stored.response
    from checked left join stored on stored.id = checked.id`.execute(scope.database)
  return rows
}

/**
 * Builds the WITH queries that check creations: `input` contains the creations, `initial` the initial state of the
 * workflow, and `checked` the creations with the results of their checks.
 */
export function checkedCreations(scope: OrganizationScope, creations: NewIncident[]): RawBuilder<unknown> {
  const underCurrentRevision = sql<boolean>`under_current_revision`
  const { columns, joins } = referenceChecks(scope, underCurrentRevision)
  const initialState = sql`select id from workflow_states where organization_id = ${scope.organizationId} and is_initial`
  return sql`
    input as (
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
    )`
}

const toInput = ({ values, ...creation }: NewIncident) => ({
  id: creation.id,
  actor_id: creation.actorId,
  key_id: creation.keyId,
  client_request_id: creation.clientRequestId,
  request_sha256: creation.requestSha256,
  search_text: creation.searchText,
  creation_config_version: creation.creationConfigVersion,
  under_current_revision: creation.underCurrentRevision,
  ...toColumns(values),
})

/** Converts the values of a new incident to columns. */
export const toColumns = (values: IncidentValues) => ({
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

/**
 * Result of two checks of a new incident: the rows to which it refers exist, and its configuration revision is not
 * outdated.
 */
export interface CreationCheck extends ReferenceResults {
  /**
   * True if, since the rules were checked, a newer configuration revision was published or the workflow's initial state
   * was deleted.
   */
  isStale: boolean
}

/**
 * Checks the references of a new incident without inserting the incident. References to archived rows are violations
 * only if the incident is checked against the current revision.
 */
export async function checkReferences(
  scope: OrganizationScope,
  { locationId, pointId, assigneeId }: References,
  { configuration, isCurrent }: { configuration: { revision: number } | undefined; isCurrent: boolean },
): Promise<CreationCheck> {
  const revision = sql<number>`${configuration?.revision ?? null}::integer`
  const underCurrentRevision = sql<boolean>`${isCurrent}::boolean`
  const { columns, joins } = referenceChecks(scope, underCurrentRevision)
  const { rows } = await sql<CreationCheck>`
    select ${columns}, ${isStale(scope, underCurrentRevision, revision)} as "isStale" from (
      select ${locationId}::uuid as location_id, ${pointId}::uuid as point_id, ${assigneeId}::uuid as assignee_id
    ) as input ${joins}`.execute(scope.database)
  return rows[0]!
}

/**
 * Builds an SQL condition that is true if this process considers `revision` current, although a newer revision was
 * published.
 */
const isStale = (scope: OrganizationScope, isCurrent: RawBuilder<boolean>, revision: RawBuilder<number>) =>
  sql<boolean>`(${isCurrent} and ${revision} <> (
    select max(revision) from creation_configurations where organization_id = ${scope.organizationId}
  ))`

/**
 * Finds the incident that was created with a clientRequestId. Also finds a deleted incident, because a retry of the
 * creation still returns it.
 */
export const findCreation = (scope: OrganizationScope, clientRequestId: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select(['id', 'creation_config_version', 'request_sha256', 'version', responseText.as('response')])
    .where('organization_id', '=', scope.organizationId)
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()
