import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Updateable } from 'kysely'
import { raiseVersion } from '../../database/raise-version.ts'
import { sendAhead, type SentStatement } from '../../database/send-ahead.ts'
import type { Tables } from '../../database/tables.ts'
import type { OrganizationScope } from '../../scope.ts'
import { searchText } from '../search-text.ts'
import { referenceChecks, transitionCheck, type EditResults } from '../reference-queries.ts'
import { responseText } from '../response-queries.ts'
import { readResponse, type StoredResponse } from '../response.ts'
import type { ChangingEdit, EditReferences } from './pending-edit.ts'

/**
 * Finds the incidents among `ids` that no other transaction has locked, and locks their rows until the transaction
 * ends. Omits deleted incidents. Does not work on a cluster, because a cluster cannot skip locked rows.
 */
export async function lockFreeIncidents(scope: OrganizationScope, ids: Uuid[]): Promise<Map<Uuid, IncidentResponse>> {
  const rows = await scope.database
    .selectFrom('incidents')
    .select(['id', responseText.as('response')])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return new Map(rows.map(({ id, response }) => [id, readResponse(response)]))
}

/**
 * Checks the references of edited incidents, and their transitions to other workflow states. Locks these transitions
 * until the database transaction ends. A reference to an archived location, point or user is a violation.
 * @param skipsLocked if true, a transition that another database transaction has locked counts as not allowed.
 * @returns the results, in the order of the edits.
 */
export async function checkReferencesAndTransitions(
  scope: OrganizationScope,
  edits: EditReferences[],
  { skipsLocked }: { skipsLocked: boolean },
): Promise<EditResults[]> {
  const references = referenceChecks(scope, sql`true`)
  const transition = transitionCheck(scope, skipsLocked)
  const { rows } = await sql<EditResults & { index: number }>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(edits.map(toInput))}) as edit (
        index integer, location_id uuid, point_id uuid, assignee_id uuid, from_state_id uuid, to_state_id uuid
      )
    )
    select index, ${references.columns}, ${transition.column}
    from input ${references.joins} ${transition.join}`.execute(scope.database)
  const results: EditResults[] = []
  for (const { index, ...result } of rows) results[index] = result
  return results
}

const toInput = (references: EditReferences, index: number) => ({
  index,
  location_id: references.locationId,
  point_id: references.pointId,
  assignee_id: references.assigneeId,
  from_state_id: references.fromStateId,
  to_state_id: references.toStateId,
})

/**
 * Stores edits of locked incidents. Sends all statements before it waits for the first response, so that all edits
 * together take one round trip.
 * @returns the incidents after the edits, in the order of the edits.
 */
export async function updateIncidents(scope: OrganizationScope, edits: ChangingEdit[]): Promise<IncidentResponse[]> {
  const sent: SentStatement<{ response: StoredResponse }>[] = []
  for (const edit of edits) sent.push(await sendAhead(scope.database, incidentUpdate(scope, edit)))
  const stored: IncidentResponse[] = []
  // Await the responses in their order: after a failed statement, PostgreSQL rejects the later ones too, and only the
  // first error contains the reason.
  for (const { response } of sent) stored.push(readResponse((await response).rows[0]!.response))
  return stored
}

function incidentUpdate({ database, organizationId }: OrganizationScope, { after, changes }: ChangingEdit) {
  const fields = Object.keys(changes) as (keyof IncidentResponse)[]
  const values: Columns = Object.fromEntries(fields.map((field) => [columns[field], after[field]]))
  if (changes.name || changes.tags) values.search_text = searchText(after.name, after.tags)
  return database
    .updateTable('incidents')
    .set({ ...values, ...raiseVersion })
    .where('organization_id', '=', organizationId)
    .where('id', '=', after.id)
    .returning(responseText.as('response'))
}

type Columns = Updateable<Tables['incidents']>

const columns: Partial<Record<keyof IncidentResponse, keyof Columns>> = {
  name: 'name',
  description: 'description',
  typeId: 'type_id',
  categoryId: 'category_id',
  priority: 'priority',
  stateId: 'state_id',
  locationId: 'location_id',
  pointId: 'point_id',
  assigneeId: 'assignee_id',
  occurredAt: 'occurred_at',
  tags: 'tags',
  latitude: 'latitude',
  longitude: 'longitude',
  externalId: 'external_id',
}

/**
 * Lists the fields of an incident that have changed since a version, in alphabetical order.
 * @param since version of the incident, lower than `current`.
 * @param current version that the incident has now.
 * @returns undefined if the event of a change was erased, because the fields of this change are then unknown.
 */
export async function findChangedFields(
  scope: OrganizationScope,
  id: Uuid,
  since: number,
  current: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ fields: string[] | null; versions: number }>`
    select array_agg(distinct field order by field) filter (where field is not null) as fields,
      count(distinct data ->> 'version')::integer as versions
    from events left join lateral jsonb_object_keys(
      case when kind like 'media.%' then '{"mediaIds": 1}' else coalesce(data -> 'changes', '{}') end
    ) as field on true
    where organization_id = ${scope.organizationId} and incident_id = ${id}
      and (data ->> 'version')::integer > ${since}`.execute(scope.database)
  const { fields, versions } = rows[0]!
  // Each change raises the version by one and records an event, so a missing version means an erased event.
  return versions < current - since ? undefined : (fields ?? [])
}
