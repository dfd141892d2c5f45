import { randomUUID } from 'node:crypto'
import type { ViewCounts } from '@tocsin/contract/console/view.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countViews } from '../src/incidents/list/count-views.ts'
import { PreparingClient } from '../src/database/prepare.ts'
import { newTenant, statesOf } from './support/console-incidents.ts'
import type { SignedIn } from './support/console.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { multiplyIncident } from './support/multiply-incident.ts'

const server = await startTestServer()

const counted = (count: number, hasMore = false) => ({ count, hasMore })

async function countsOf({ call }: SignedIn, ...queries: string[]) {
  const { status, body } = await call<ViewCounts>('POST', '/views/counts', { body: { queries } })
  expect(status).toBe(200)
  return body.counts
}

test('counts the incidents of each view, in the order of the request', async () => {
  const { call, staff } = await newTenant(server)
  const { Closed } = await statesOf(staff.call)
  await newIncident(call, { priority: 'CRITICAL', name: 'Freezer' })
  await newIncident(call, { priority: 'CRITICAL', assigneeId: staff.user.id })
  const closed = await newIncident(call, { priority: 'CRITICAL', name: 'Oven' })
  const moved = await staff.call('PATCH', `/incidents/${closed.id}`, { body: { stateId: Closed } })
  expect(moved.status).toBe(200)
  const queries = [
    'state=open&assigned=false',
    `state=open&assigneeId=${staff.user.id}`,
    'state=closed&priority=CRITICAL&sort=name',
    'q=oven',
    '',
    `locationId=${randomUUID()}`,
  ]
  expect(await countsOf(staff, ...queries)).toEqual([1, 1, 1, 1, 3, 0].map((count) => counted(count)))
})

test('counts only the incidents of the organization of the user', async () => {
  const { call } = await newTenant(server)
  await newIncident(call)
  const { staff } = await newTenant(server)
  expect(await countsOf(staff, '', 'state=open')).toEqual([counted(0), counted(0)])
})

test('the count of a view stops at 1,000 incidents', async () => {
  const { call, scope, staff } = await newTenant(server)
  await multiplyIncident(scope, await newIncident(call, { tags: ['cold'] }), 999)
  expect(await countsOf(staff, 'tags=cold')).toEqual([counted(1_000)])
  await newIncident(call, { tags: ['cold'] })
  expect(await countsOf(staff, 'tags=cold', 'state=open')).toEqual([counted(1_000, true), counted(1_000, true)])
})

test('a view with filters that are no longer valid has no count, and other views still have a count', async () => {
  const { call, scope, staff } = await newTenant(server)
  await newIncident(call)
  const { Closed } = await statesOf(staff.call)
  const unreadable = ['priority=URGENT', 'colour=red', 'startAt=yesterday', `stateId=${randomUUID()}`]
  expect(await countsOf(staff, ...unreadable, `stateId=${Closed}`, 'state=open')).toEqual([
    null,
    null,
    null,
    null,
    counted(0),
    counted(1),
  ])
  await sql`update workflow_states set archived_at = now() where id = ${Closed}`.execute(scope.database)
  scope.service.filterStates.forget(scope.organizationId)
  expect(await countsOf(staff, `stateId=${Closed}`)).toEqual([null])
})

test('a view with more than 100 filter values has no count', async () => {
  const { call, staff } = await newTenant(server)
  await newIncident(call, { tags: ['cold'] })
  const values = Array.from({ length: 100 }, () => 'tags=cold')
  expect(await countsOf(staff, [...values, 'tags=warm'].join('&'), values.join('&'))).toEqual([null, counted(1)])
})

/** Returns the statements that may belong to view counts. Leaves out the statements that timers of the server send. */
const countStatements = (calls: readonly unknown[][]): string[] =>
  calls
    // Each call of `query` without a callback causes a second call with a callback. Leave the second call out.
    .filter(([, , callback]) => !callback)
    .map(([text]) => String(text))
    .filter((text) => /\bfrom "?(incidents|workflow_states|views|sessions)\b/.test(text))

test('counts all views of a user with one SQL statement', async () => {
  const { call, staff } = await newTenant(server)
  await newIncident(call)
  const queries = [
    'state=open&assigned=false',
    'state=open&priority=CRITICAL',
    'q=freezer',
    'tags=cold',
    '',
    'state=closed',
  ]
  // Fill the caches of the session and the workflow states, so that the next request sends only the counts.
  await countsOf(staff, ...queries)
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  await countsOf(staff, ...queries)
  const counting = countStatements(sent.mock.calls)
  expect(counting).toHaveLength(1)
  expect(counting[0]!.match(/from incidents/g)).toHaveLength(queries.length)
})

const queriesOf = (userId: string) => ['state=open&assigned=false', 'colour=red', `state=open&assigneeId=${userId}`]

test('simultaneous requests of an organization’s users for counts share one SQL statement, which counts each view once', async () => {
  const { call, staff, scope } = await newTenant(server)
  await newIncident(call, { assigneeId: staff.user.id })
  const mine = [staff.user.id, ...Array.from({ length: 9 }, () => randomUUID())]
  await countViews(scope, queriesOf(staff.user.id))
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  const counts = await Promise.all(mine.map((id) => countViews(scope, queriesOf(id))))
  const counting = countStatements(sent.mock.calls)
  expect(counting).toHaveLength(1)
  expect(counting[0]!.match(/from incidents/g)).toHaveLength(1 + mine.length)
  expect(counts).toEqual(mine.map((_, index) => [counted(0), null, counted(index === 0 ? 1 : 0)]))
})

test.each([
  [{ queries: Array.from({ length: 51 }, () => '') }, '/queries'],
  [{ queries: ['x'.repeat(4_001)] }, '/queries/0'],
  [{}, '/queries'],
])('rejects a request for the counts of views with the body %j', async (body, pointer) => {
  const { staff } = await newTenant(server)
  const response = await staff.call('POST', '/views/counts', { body })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer }] } })
})
