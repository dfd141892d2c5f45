import { incidentChanged } from '@tocsin/contract/events/incident-events.ts'
import { organizationPreparedForDemo } from '@tocsin/contract/events/organization-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { newId } from '../../server/src/database/new-id.ts'
import type { Database } from '../../server/src/database/open.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import type { History } from './incident-history.ts'

/** Takes a lock until the transaction ends, so that only one process at a time prepares the demo. */
export const lockDemo = (database: Database) => sql`select pg_advisory_xact_lock(7063010)`.execute(database)

/**
 * Finds the demo's organization of this name. Looks for the event that the demo records in it, because a user may have
 * given another organization the same name.
 */
export async function findPrepared(database: Database, name: string): Promise<Uuid | undefined> {
  const { rows } = await sql<{ id: Uuid }>`
    select organization.id from organizations as organization
    where organization.name = ${name} and ${isPrepared}
    order by organization.created_at limit 1`.execute(database)
  return rows[0]?.id
}

/**
 * Returns the names of the organizations that the demo has not created, oldest first. The list is empty if the database
 * has no tables.
 */
export async function findForeign(database: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ organizations: boolean; events: boolean }>`
    select to_regclass('organizations') is not null as organizations, to_regclass('events') is not null as events`.execute(
    database,
  )
  if (!tables[0]!.organizations) return []
  const { rows } = await sql<{ name: string }>`
    select organization.name from organizations as organization
    where not ${tables[0]!.events ? isPrepared : sql`false`} order by organization.created_at`.execute(database)
  return rows.map(({ name }) => name)
}

/**
 * SQL condition that an organization has the demo's event. Also accepts the earlier name of the event's kind, because
 * the demo runs this query before it migrates the database.
 */
const isPrepared = sql<boolean>`exists (
  select from events as event
  where event.organization_id = organization.id
    and event.kind in (${sql.lit(organizationPreparedForDemo.kind)}, 'organization_prepared_for_demo')
)`

/** Sets the time of publication of a revision to `ageMs` milliseconds ago. */
export const backdateRevision = (scope: OrganizationScope, revision: number, ageMs: number) =>
  scope.database
    .updateTable('creation_configurations')
    .set({ published_at: sql<string>`now() - ${ageMs} * interval '1 millisecond'` })
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '=', revision)
    .execute()

/**
 * Stores the states, assignees, times and events of incidents in one statement. Sets the time of each incident's files
 * to the creation of the incident.
 */
export async function storeHistories(scope: OrganizationScope, histories: History[]): Promise<void> {
  const events = histories.flatMap(({ id, changes }) =>
    changes.map(({ at, actorId, changes: changed }, index) => {
      const event = incidentChanged({ incidentId: id, changes: changed, version: null })
      return { id: newId(), at, actorId, ...event, step: index + 1 }
    }),
  )
  await sql`
    with history as (
      select * from json_to_recordset(${JSON.stringify(histories)}) as history (
        id uuid, "createdAt" timestamptz(3), "lastModifiedAt" timestamptz(3), "assigneeId" uuid, "stateId" uuid,
        changes json
      )
    ),
    feed as materialized (select next_position_1(${scope.organizationId}) as first),
    reported as (
      update events set at = history."createdAt" from history
      where events.organization_id = ${scope.organizationId} and events.incident_id = history.id
        and data ->> 'commentId' is null
    ),
    photographed as (
      update media set created_at = history."createdAt" from history
      where media.organization_id = ${scope.organizationId} and media.incident_id = history.id
    ),
    worked as (
      insert into events (organization_id, id, kind, kind_version, incident_id, actor_id, data, at, position)
      select
        ${scope.organizationId}::uuid, change.id, kind, "kindVersion", "incidentId", "actorId",
        data || jsonb_build_object('version', version + step), at,
        first - 1 + row_number() over (order by at, change.id)
      from json_to_recordset(${JSON.stringify(events)}) as change (
        id uuid, kind text, "kindVersion" smallint, "incidentId" uuid, "actorId" uuid, data jsonb, at timestamptz(3),
        step integer
      )
      join incidents on organization_id = ${scope.organizationId} and incidents.id = "incidentId"
      cross join feed
    )
    update incidents set
      created_at = history."createdAt", last_modified_at = history."lastModifiedAt",
      assignee_id = history."assigneeId", state_id = history."stateId",
      version = version + json_array_length(history.changes)
    from history
    where incidents.organization_id = ${scope.organizationId} and incidents.id = history.id`.execute(scope.database)
}

/** Moves comments, their events and their files back to the given times, in one statement. */
export async function backdateComments(scope: OrganizationScope, comments: { id: Uuid; at: string }[]): Promise<void> {
  await sql`
    with story as (
      select * from json_to_recordset(${JSON.stringify(comments)}) as story (id uuid, at timestamptz(3))
    ),
    recorded as (
      update events set at = story.at from story
      where events.organization_id = ${scope.organizationId} and data ->> 'commentId' = story.id::text
    ),
    photographed as (
      update media set created_at = story.at from story
      where media.organization_id = ${scope.organizationId} and media.comment_id = story.id
    )
    update comments set created_at = story.at from story
    where comments.organization_id = ${scope.organizationId} and comments.id = story.id`.execute(scope.database)
}
