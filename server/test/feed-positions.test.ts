import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addComment } from '../src/comments/add.ts'
import { numberEvents } from '../src/database/migrations/number-events.ts'
import { createIncident } from '../src/incidents/create/create.ts'
import { changeIncident } from '../src/incidents/change/change.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { restoreIncident } from '../src/incidents/change/restore.ts'
import { OrganizationScope } from '../src/scope.ts'
import { makeService } from '../src/service.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { meetBehind } from './support/lock-waits.ts'

const server = await startTestServer()

/** Returns the events of an organization in the order of their positions. */
const eventsIn = ({ database, organizationId }: OrganizationScope) =>
  database
    .selectFrom('events')
    .select([
      'position',
      'kind',
      'incident_id as incidentId',
      sql<number | null>`(data ->> 'version')::integer`.as('version'),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute()

const numbersOf = async ({ database, organizationId }: OrganizationScope) => {
  const rows = await database
    .selectFrom('incidents')
    .select(['id', 'number'])
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/**
 * Checks that positions have no gap, that the number of each incident is the position of its creation, and that
 * versions rise.
 */
async function expectOrder(scope: OrganizationScope): Promise<void> {
  const events = await eventsIn(scope)
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  const creations = events.filter(({ kind }) => kind === 'incident.created')
  expect(new Map(creations.map(({ incidentId, position }) => [incidentId, position]))).toEqual(await numbersOf(scope))
  const versions = Map.groupBy(
    events.filter(({ version }) => version !== null),
    ({ incidentId }) => incidentId,
  )
  for (const [, each] of versions) expect(each.map(({ version }) => version)).toEqual(each.map((_, index) => index + 2))
}

const creationBody = () => ({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C' })

describe('positions of events', () => {
  test('if two services write at the same time, positions have no gap, and the events of each incident follow its versions', async () => {
    const { scope, call } = await server.newOrganization()
    const other = new OrganizationScope(scope.organizationId, scope.actorId, makeService(server.database))
    const repeated = creationBody()
    const work = async (writer: OrganizationScope, index: number) => {
      await createIncident(writer, repeated)
      const { id } = await createIncident(writer, creationBody())
      await Promise.all([
        changeIncident(writer, id, { name: `Freezer ${index}` }),
        changeIncident(writer, id, { priority: 'MAJOR', comment: 'Louder now' }),
        addComment(writer, { relatedEntityId: id, message: 'Seen' }, { madeThroughApi: true }),
      ])
      await deleteIncident(writer, id)
      await restoreIncident(writer, id)
    }
    await Promise.all(Array.from({ length: 40 }, (_, index) => work(index % 2 === 0 ? scope : other, index)))
    await expectOrder(scope)
    expect(await newIncident(call)).toMatchObject({ number: (await eventsIn(scope)).length })
  })

  test('a change that commits after another change gets the higher position, even if it began first', async () => {
    const { scope, call } = await server.newOrganization()
    const [first, second] = [await newIncident(call), await newIncident(call)]
    await scope.transaction(async (inner) => {
      await changeIncident(inner, first.id, { name: 'Begun first' })
      await changeIncident(scope, second.id, { name: 'Committed first' })
    })
    expect((await eventsIn(scope)).slice(-2).map(({ incidentId }) => incidentId)).toEqual([second.id, first.id])
  })

  test('until a transaction that has taken positions commits, no later event of the organization becomes visible', async () => {
    const { scope, call } = await server.newOrganization()
    const { scope: elsewhere } = await server.newOrganization()
    const incident = await newIncident(call)
    const before = (await eventsIn(scope)).length
    const outcomes = await meetBehind<unknown>(
      scope,
      (inner) => createIncident(inner, creationBody()),
      [() => newIncident(call), () => changeIncident(scope, incident.id, { name: 'Later' })],
      async () => {
        expect(await eventsIn(scope)).toHaveLength(before)
        // Another organization has its own feed.
        await createIncident(elsewhere, creationBody())
      },
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await expectOrder(scope)
  })

  test('a rolled back transaction leaves no gap in the positions', async () => {
    const { scope, call } = await server.newOrganization()
    const incident = await newIncident(call)
    const failing = scope.transaction(async (inner) => {
      await createIncident(inner, creationBody())
      await changeIncident(inner, incident.id, { name: 'Never stored' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await newIncident(call)
    await expectOrder(scope)
  })
})

/**
 * Inserts an incident and its event in one statement, as earlier versions of Tocsin did. The statement sets neither the
 * number of the incident nor the position of the event.
 */
async function createAsBefore({ database, organizationId, actorId }: OrganizationScope): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with stored as (
      insert into incidents (
        organization_id, id, client_request_id, request_sha256, search_text, creation_config_version, created_by,
        state_id, name, priority, occurred_at, tags
      )
      select
        ${organizationId}::uuid, gen_random_uuid(), gen_random_uuid(), '', '', 1, ${actorId}::uuid, id, 'Earlier', 'NORMAL',
        now(), '{}'
      from workflow_states where organization_id = ${organizationId} and is_initial
      returning id
    ),
    recorded as (
      insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes)
      select ${organizationId}::uuid, gen_random_uuid(), 'incident_created', 'incident', id, ${actorId}::uuid, '{}' from stored
    )
    select id from stored`.execute(database)
  return rows[0]!.id
}

describe('programs and events from before positions', () => {
  test('an incident that an earlier version of the program creates gets a number, and its event gets a position', async () => {
    const { scope, call } = await server.newOrganization()
    const id = await createAsBefore(scope)
    const { body } = await call<IncidentResponse>('GET', `/incidents/${id}`)
    expect(body).toMatchObject({ name: 'Earlier', number: (await eventsIn(scope)).length, version: 1 })
    await newIncident(call)
    await expectOrder(scope)
  })

  test('an upgrade gives existing events positions in the order of their ids, while other requests create incidents', async () => {
    const { scope, call } = await server.newOrganization()
    const { database, organizationId } = scope
    for (let count = 0; count < 1_200; count++) await createAsBefore(scope)
    const earlier = (await eventsIn(scope)).length
    await makeUnnumbered(scope, earlier)
    const ids = async () =>
      (
        await database
          .selectFrom('events')
          .select(['id', 'position'])
          .where('organization_id', '=', organizationId)
          .where('position', '<=', earlier)
          .orderBy('position')
          .execute()
      ).map(({ id }) => id)

    const numbering = numberEvents(server.database.database, () => undefined)
    const written = await Promise.all(Array.from({ length: 20 }, () => newIncident(call)))
    await numbering
    expect(written.every(({ number }) => number > earlier)).toBe(true)
    await expectOrder(scope)
    expect(await ids()).toEqual((await ids()).toSorted())
  })
})

/**
 * Removes the numbers of an organization's incidents and the positions of its events, as if the migration had just run.
 */
async function makeUnnumbered({ database, organizationId }: OrganizationScope, count: number): Promise<void> {
  await sql`update incidents set number = null where organization_id = ${organizationId}`.execute(database)
  await sql`update events set position = null where organization_id = ${organizationId}`.execute(database)
  await sql`update feeds set reserved = ${count}, assigned = 0 where organization_id = ${organizationId}`.execute(
    database,
  )
}
