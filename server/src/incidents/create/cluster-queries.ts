import { incidentCreated } from '@tocsin/contract/events/incident-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { lockFeed, nextPosition } from '../../database/lock-feed.ts'
import { sendAhead } from '../../database/send-ahead.ts'
import type { OrganizationScope } from '../../scope.ts'
import { responseText } from '../response-queries.ts'
import {
  checkedCreations,
  toColumns,
  type CreationCheck,
  type InsertedRow,
  type NewIncident,
} from './creation-queries.ts'

/** Creation whose references and clientRequestId have been checked. */
interface CheckedRow extends CreationCheck {
  id: Uuid
  /** True if an incident with the same clientRequestId already exists. */
  isUsed: boolean
  initialStateId: Uuid
  nextPosition: number
}

/**
 * Inserts incidents and their events on a cluster. `insertIncidents` does not suit a cluster: its WITH queries write
 * rows, so Citus would copy rows between the nodes and commit in two phases. This function locks and checks first,
 * and then inserts plain VALUES, which involves only one node.
 * @see docs/decisions/0025-distribute-by-organization.md
 */
export const insertIncidentsOnCluster = (scope: OrganizationScope, creations: NewIncident[]): Promise<InsertedRow[]> =>
  scope.transaction(async (inner) => {
    const checked = await lockAndCheck(inner, creations)
    const byId = new Map(checked.map((row) => [row.id, row]))
    const insertable = creations.filter(({ id }) => isInsertable(byId.get(id)!))
    // Insert only one incident per clientRequestId, even if several creations of a batch have the same clientRequestId.
    const valid = new Map(insertable.map((creation) => [creation.clientRequestId, creation])).values().toArray()
    const responses = valid.length > 0 ? await insertValid(inner, valid, checked[0]!) : new Map<Uuid, never>()
    return checked.map(({ id, location, point, assignee, isStale }) => {
      return { id, location, point, assignee, isStale, response: responses.get(id) ?? null }
    })
  })

const isInsertable = ({ location, point, assignee, isStale, isUsed }: CheckedRow): boolean =>
  location === 'fine' && point === 'fine' && assignee === 'fine' && !isStale && !isUsed

/**
 * Locks the initial state, then locks the feed, and then checks the creations. All transactions take these locks in
 * this order.
 */
async function lockAndCheck(scope: OrganizationScope, creations: NewIncident[]): Promise<CheckedRow[]> {
  const { database, organizationId } = scope
  const stateLock = await sendAhead(
    database,
    sql`select id from workflow_states where organization_id = ${organizationId} and is_initial for key share`,
  )
  const feedLock = await sendAhead(database, lockFeed(scope))
  const checked = await sendAhead(
    database,
    sql<CheckedRow>`
      with ${checkedCreations(scope, creations)}
      select id, location, point, assignee, is_stale as "isStale", exists (
        select 1 from incidents
        where organization_id = ${organizationId} and incidents.client_request_id = checked.client_request_id
      ) as "isUsed", (select id from initial) as "initialStateId", ${nextPosition(scope)} as "nextPosition"
      from checked`,
  )
  // Await this statement first: if it fails, PostgreSQL rejects the statements after it too, and only the first error
  // contains the reason.
  await stateLock.response
  await feedLock.response
  const { rows } = await checked.response
  return rows
}

/** Inserts incidents and their events. Returns the response for each incident, keyed by the id of the incident. */
async function insertValid(
  { database, organizationId }: OrganizationScope,
  creations: NewIncident[],
  { initialStateId, nextPosition: first }: CheckedRow,
) {
  const incidents = creations.map(({ values, ...creation }, index) => ({
    organization_id: organizationId,
    id: creation.id,
    client_request_id: creation.clientRequestId,
    request_sha256: Buffer.from(creation.requestSha256, 'hex'),
    search_text: creation.searchText,
    creation_config_version: creation.creationConfigVersion,
    created_by: creation.actorId,
    state_id: initialStateId,
    ...toColumns(values),
    number: first + index,
  }))
  // Use the id of the incident as the id of the event too, because an incident is created only once.
  const events = creations.map(({ id, actorId, keyId, clientRequestId }, index) => ({
    organization_id: organizationId,
    id,
    kind: incidentCreated.kind,
    kind_version: incidentCreated.version,
    incident_id: id,
    actor_id: actorId,
    key_id: keyId,
    data: JSON.stringify({ clientRequestId, stateId: initialStateId }),
    at: sql<string>`now()`,
    position: first + index,
  }))
  const insert = database
    .insertInto('incidents')
    .values(incidents)
    .returning(['id', responseText.as('response')])
  const stored = await sendAhead(database, insert)
  const recorded = await sendAhead(database, database.insertInto('events').values(events))
  const { rows } = await stored.response
  await recorded.response
  return new Map(rows.map(({ id, response }) => [id, response]))
}
