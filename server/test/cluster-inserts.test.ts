import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addComment } from '../src/comments/add.ts'
import { lockFeed } from '../src/database/lock-feed.ts'
import { createIncident } from '../src/incidents/create/create.ts'
import { OrganizationScope } from '../src/scope.ts'
import { makeService } from '../src/service.ts'
import { startTestServer } from './support/harness.ts'

// `isDistributed` below makes this service send the statements for a cluster, although the database is a single
// PostgreSQL.
const server = await startTestServer()
const service = makeService({ ...server.database, isDistributed: true })

async function newScope(): Promise<OrganizationScope> {
  const { scope } = await server.newOrganization()
  return new OrganizationScope(scope.organizationId, scope.actorId, service)
}

const positionsOf = async ({ database, organizationId }: OrganizationScope): Promise<number[]> => {
  const events = await database
    .selectFrom('events')
    .select('position')
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute()
  return events.map(({ position }) => position!)
}

const create = (scope: OrganizationScope, clientRequestId = randomUUID()) =>
  createIncident(scope, { clientRequestId, name: 'Freezer above -15 °C' })

test('the events of several creations and comments in one transaction get positions without gaps', async () => {
  const scope = await newScope()
  const { id } = await create(scope)
  await scope.transaction(async (inner) => {
    for (const message of [1, 2, 3]) {
      await create(inner)
      await addComment(inner, { relatedEntityId: id, message: `Seen ${message}` }, { madeThroughApi: true })
    }
  })
  const positions = await positionsOf(scope)
  expect(positions).toEqual(positions.map((_, index) => index + 1))
})

test('concurrent creations with one clientRequestId create one incident', async () => {
  const scope = await newScope()
  const clientRequestId = randomUUID()
  const creations = await Promise.all([1, 2, 3].map(() => create(scope, clientRequestId)))
  expect(new Set(creations.map(({ id }) => id)).size).toBe(1)
  expect(creations.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
})

test('a creation with a missing location is rejected and stores nothing', async () => {
  const scope = await newScope()
  const before = await positionsOf(scope)
  const body = { clientRequestId: randomUUID(), name: 'Freezer', locationId: randomUUID() }
  await expect(createIncident(scope, body)).rejects.toMatchObject({ code: 'reference_not_found' })
  expect(await positionsOf(scope)).toEqual(before)
})

test('a comment repeated with the same Idempotency-Key is a replay, and a comment on an unknown incident is rejected', async () => {
  const scope = await newScope()
  const { id } = await create(scope)
  const options = { madeThroughApi: true, idempotencyKey: randomUUID() }
  const first = await addComment(scope, { relatedEntityId: id, message: 'Seen' }, options)
  const second = await addComment(scope, { relatedEntityId: id, message: 'Seen' }, options)
  expect(second).toEqual({ comment: first.comment, isReplay: true })
  const elsewhere = addComment(scope, { relatedEntityId: randomUUID(), message: 'Seen' }, { madeThroughApi: true })
  await expect(elsewhere).rejects.toMatchObject({ code: 'incident_not_found' })
})

/** Cancels the statement that waits for the lock of a feed, as the statement timeout would. */
const cancelWaiting = async (): Promise<number> => {
  const { rows } = await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from feeds%for update%'`.execute(
    service.database,
  )
  return rows.length
}

test('a creation or a comment that waits too long for the lock of the feed fails with the error of a cancelled statement', async () => {
  const scope = await newScope()
  const { id } = await create(scope)
  const adding = () => addComment(scope, { relatedEntityId: id, message: 'Seen' }, { madeThroughApi: true })
  for (const write of [() => create(scope), adding]) {
    await scope.transaction(async (inner) => {
      await lockFeed(inner).execute(inner.database)
      const failure = write().catch((error: unknown) => error)
      await expect.poll(cancelWaiting).toBe(1)
      expect(await failure).toMatchObject({ code: '57014' })
    })
  }
})
