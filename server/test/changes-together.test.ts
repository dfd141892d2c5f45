import { randomUUID } from 'node:crypto'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { changeIncident } from '../src/incidents/change/change.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind, valuesOf } from './support/lock-waits.ts'
import { sendTogether } from './support/send-together.ts'

const { newOrganization } = await startTestServer()

afterEach(() => void vi.restoreAllMocks())

const newIncidents = (call: Call, count: number): Promise<IncidentResponse[]> =>
  Promise.all(Array.from({ length: count }, () => newIncident(call)))

const patch = (call: Call, id: Uuid, body: PatchIncident, headers: Record<string, string> = {}) =>
  call<IncidentResponse & { code: string }>('PATCH', `/incidents/${id}`, { body, headers })

/** Returns the number of changes in each transaction, in the order of the transactions. */
async function transactionSizes({ database, organizationId }: OrganizationScope): Promise<number[]> {
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from events
    where organization_id = ${organizationId} and kind = 'incident.changed'
    group by xmin order by min(position)`.execute(database)
  return rows.map(({ size }) => size)
}

test('changes that arrive together share a transaction, and each gets its own result', async () => {
  const { scope, call, signIn } = await newOrganization()
  const { call: staff, user } = await signIn('member')
  const [first, named, moved, stale, same, unmovable] = await newIncidents(call, 6)
  const stateId = await nextStateOf(call, first!)
  const key = { 'idempotency-key': randomUUID() }
  const responses = await sendTogether(scope, 'incidents', [
    () => patch(call, first!.id, { priority: 'MAJOR' }),
    () => patch(call, named!.id, { name: 'Freezer off', tags: null }, key),
    () => patch(staff, moved!.id, { stateId, assigneeId: user.id }, { 'if-match': '"1"' }),
    () => patch(call, stale!.id, { priority: 'MAJOR' }, { 'if-match': '"7"' }),
    () => patch(call, randomUUID(), { priority: 'MAJOR' }),
    () => patch(call, same!.id, { priority: 'NORMAL' }),
    () => patch(call, unmovable!.id, { stateId: randomUUID(), locationId: randomUUID() }),
  ])
  expect(responses.map(({ status, body }) => [status, body.code ?? body.version])).toEqual([
    [200, 2],
    [200, 2],
    [200, 2],
    [412, 'incident_changed'],
    [404, 'incident_not_found'],
    [200, 1],
    [404, 'reference_not_found'],
  ])
  expect(await transactionSizes(scope)).toEqual([1, 2])
  expect(responses[1]!.body).toMatchObject({ name: 'Freezer off', tags: [] })
  expect((await call('GET', `/incidents/${named!.id}`)).body).toMatchObject(responses[1]!.body)
  expect(await eventsOf(scope, named!.id)).toMatchObject([{}, { kind: 'incident.changed', actorId: named!.createdBy }])
  expect(await eventsOf(scope, moved!.id)).toMatchObject([{}, { kind: 'incident.changed', actorId: user.id }])

  const repeated = await patch(call, named!.id, { name: 'Freezer off', tags: null }, key)
  expect(repeated).toMatchObject({ status: 200, body: responses[1]!.body })
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
})

test('thirty simultaneous changes of different incidents all succeed, in two transactions', async () => {
  const { scope, call } = await newOrganization()
  const incidents = await newIncidents(call, 30)
  const responses = await sendTogether(
    scope,
    'incidents',
    incidents.map(
      ({ id }) =>
        () =>
          patch(call, id, { priority: 'MAJOR' }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(await transactionSizes(scope)).toEqual([1, 29])
})

test('simultaneous changes of incidents with long descriptions do not all share one transaction', async () => {
  const { scope, call } = await newOrganization()
  const description = 'a'.repeat(1_000_000)
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => newIncident(call, { description })))
  const responses = await sendTogether(
    scope,
    'incidents',
    [first!, ...others].map(
      ({ id }) =>
        () =>
          patch(call, id, { description: 'b' }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(Math.max(...(await transactionSizes(scope)))).toBeLessThan(5)
})

test('each of several simultaneous changes of one incident raises its version once', async () => {
  const { scope, call } = await newOrganization()
  const incident = await newIncident(call)
  const names = Array.from({ length: 8 }, (_, index) => `Freezer ${index}`)
  const responses = await sendTogether(
    scope,
    'incidents',
    names.map((name) => () => patch(call, incident.id, { name })),
  )
  expect(responses.map(({ body }) => body.version).toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect(responses.map(({ body }) => body.name)).toEqual(names)
})

test('one of several equal simultaneous requests with one Idempotency-Key changes the incident, and the others get replays', async () => {
  const { scope, call } = await newOrganization()
  const [incident, other] = await newIncidents(call, 2)
  const key = { 'idempotency-key': randomUUID() }
  const responses = await sendTogether(scope, 'incidents', [
    () => patch(call, other!.id, { priority: 'MAJOR' }),
    ...Array.from({ length: 3 }, () => () => patch(call, incident!.id, { priority: 'MAJOR' }, key)),
    () => patch(call, other!.id, { priority: 'MINOR' }, key),
  ])
  expect(responses.map(({ status, body }) => [status, body.code ?? body.version])).toEqual([
    [200, 2],
    [200, 2],
    [200, 2],
    [200, 2],
    [400, 'idempotency_key_reused'],
  ])
  const replays = responses.map(({ headers }) => headers.get('idempotent-replayed'))
  expect(replays.slice(1, 4).toSorted()).toEqual([null, 'true', 'true'])
})

/** Locks the transition to a workflow state, as a request that removes this transition does. */
const lockTransition = (to: Uuid) => (inner: OrganizationScope) =>
  sql`
    select from workflow_transitions where organization_id = ${inner.organizationId} and to_state_id = ${to}
    for update`.execute(inner.database)

async function nextStateOf(call: Call, { stateId }: IncidentResponse): Promise<Uuid> {
  const { body } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  return body.data.find(({ id }) => id === stateId)!.nextStateIds[0]!
}

test.each(['incident', 'transition'])(
  'a change that waits for its locked %s does not delay the changes of other incidents',
  async (locked) => {
    const { scope, call } = await newOrganization()
    const [waiting, first, second] = await newIncidents(call, 3)
    const stateId = await nextStateOf(call, waiting!)
    const ended: string[] = []
    const outcomes = await meetBehind(
      scope,
      locked === 'incident' ? lockRow('incidents', waiting!.id) : lockTransition(stateId),
      [() => patch(call, waiting!.id, { stateId }).finally(() => ended.push('waiting'))],
      async () => {
        await Promise.all([first, second].map((incident) => patch(call, incident!.id, { priority: 'MAJOR' })))
        ended.push('others')
      },
    )
    expect(ended).toEqual(['others', 'waiting'])
    expect(outcomes).toMatchObject([{ value: { status: 200, body: { stateId, version: 2 } } }])
  },
)

test('a change and its retry, which both wait for the same locked transition, succeed without a deadlock', async () => {
  const { scope, call } = await newOrganization()
  const incident = await newIncident(call)
  const stateId = await nextStateOf(call, incident)
  const key = { 'idempotency-key': randomUUID() }
  const send = () => patch(call, incident.id, { stateId }, key)
  const outcomes = await meetBehind(scope, lockTransition(stateId), [send, send])
  expect(outcomes).toMatchObject([{ value: { status: 200 } }, { value: { status: 200 } }])
  expect(valuesOf(outcomes).map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
})

test('a deletion that waits for the lock of its incident does not block its Idempotency-Key', async () => {
  const { scope, call } = await newOrganization()
  const [deleted, changed] = await newIncidents(call, 2)
  const key = { 'idempotency-key': randomUUID() }
  const outcomes = await meetBehind(
    scope,
    lockRow('incidents', deleted!.id),
    [() => call<{ code: string }>('DELETE', `/incidents/${deleted!.id}`, { headers: key })],
    async () => {
      expect(await patch(call, changed!.id, { priority: 'MAJOR' }, key)).toMatchObject({ status: 200 })
    },
  )
  expect(outcomes).toMatchObject([{ value: { status: 400, body: { code: 'idempotency_key_reused' } } }])
})

test('a change is not stored if its transaction is rolled back', async () => {
  const { scope, call } = await newOrganization()
  const { id } = await newIncident(call)
  const failure = new Error('The work after the change failed.')
  const work = scope.transaction(async (inner) => {
    await changeIncident(inner, id, { priority: 'CRITICAL' })
    throw failure
  })
  await expect(work).rejects.toBe(failure)
  expect(await call('GET', `/incidents/${id}`)).toMatchObject({ body: { priority: 'NORMAL', version: 1 } })
})
