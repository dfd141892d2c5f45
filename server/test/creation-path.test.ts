import { randomUUID } from 'node:crypto'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import { expect, test } from 'vitest'
import { allIncidents } from './support/console-tenant.ts'
import { isLeaf, readSource, watchEnteredFiles } from './support/entered-files.ts'
import { newIncident, startTestServer } from './support/harness.ts'

/**
 * Patterns of source files that these tests do not count. The tests limit the number of files in which a request calls
 * a function between its route and the database. They do not count
 * - routes, and the guards and hooks before a route (`http/`, `identity/`, `scope.ts`),
 * - the database connection, which every statement uses (`database/*.ts`), and the limits of organizations,
 * - files that send no query and import no other source file, such as `new-id.ts` (`stepsOf` leaves them out),
 * - files of the contract, except the file that checks a creation,
 * - files that make thumbnails or deliver webhooks, because a timer calls them independently of requests.
 */
const uncounted = [
  /-routes\.ts$/,
  /^server\/src\/(http|identity|media\/thumbnails|webhooks\/deliveries)\//,
  /^server\/src\/(scope|service)\.ts$/,
  /^server\/src\/database\/([^/]+|throughput\/(organization-limits|concurrency-limit|connection-shares))\.ts$/,
  /^contract\/src\/(?!rules\/check-creation\.ts$)/,
]

const { newOrganization } = await startTestServer()
const enteredDuring = await watchEnteredFiles()

async function stepsOf(work: () => Promise<unknown>): Promise<string[]> {
  const entered = (await enteredDuring(work)).filter((name) => !uncounted.some((pattern) => pattern.test(name)))
  const leaves = await Promise.all(entered.map(isLeaf))
  return entered.filter((_, index) => !leaves[index]).toSorted()
}

/**
 * Source files in which a creation calls a function, in the order of the first calls. Beside each file is its call in
 * `create.ts`, or undefined if `create.ts` does not call the file.
 */
const creation = [
  ['server/src/incidents/create/create.ts', 'createIncident('],
  ['server/src/configuration/published.ts', 'findGoverningRevision('],
  // A creation calls functions of this file only if the cached number of the current revision is older than half a
  // second.
  ['server/src/configuration/queries.ts', undefined],
  ['contract/src/rules/check-creation.ts', 'checkRules('],
  ['server/src/database/throughput/group-commit.ts', 'incidentInserts.write('],
  ['server/src/incidents/create/creation-queries.ts', undefined],
] as const

test('creating an incident calls functions of at most six files between the route and the database', async () => {
  const { call } = await newOrganization()
  await newIncident(call)
  const steps = await stepsOf(() => newIncident(call))
  const files = creation.map(([name]) => name)
  expect(steps.filter((name) => !files.includes(name as (typeof files)[number]))).toEqual([])
  expect(steps).toEqual(expect.arrayContaining(files.filter((name) => name !== 'server/src/configuration/queries.ts')))
  expect(files.length).toBeLessThanOrEqual(6)
})

test('`createIncident` calls the function of each step once and in order, and no file of a step imports create.ts', async () => {
  const text = await readSource('server/src/incidents/create/create.ts')
  const start = text.indexOf('export async function createIncident(')
  const body = text.slice(start, text.indexOf('\n}\n', start))
  const calls = creation.map(([, called]) => called).filter((called) => called !== undefined)
  // `createIncident` also calls itself once, to repeat the creation if the revision was replaced during the first attempt.
  const countCalls = (called: string) => text.split(called).length - text.split(`function ${called}`).length
  expect(calls.map(countCalls)).toEqual(calls.map(() => 1))
  const places = calls.map((called) => body.indexOf(called))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  const below = await Promise.all(creation.slice(1).map(([name]) => readSource(name)))
  expect(below.filter((source) => source.includes('/create.ts'))).toEqual([])
})

test('a malformed creation runs only the files of a valid creation and the files that report violations', async () => {
  const { call } = await newOrganization()
  await newIncident(call)
  const steps = await stepsOf(async () => {
    const response = await call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 1, typeId: 'x' } })
    expect(response.status).toBe(400)
  })
  const files = [
    ...creation.map(([name]) => name),
    'server/src/incidents/create/reject-malformed.ts',
    'server/src/incidents/violations.ts',
    'server/src/problem.ts',
  ]
  expect(steps.filter((name) => !files.includes(name))).toEqual([])
  expect(steps).toContain('server/src/incidents/create/create.ts')
})

test('creating, changing or deleting a comment calls functions of at most four files between the route and the database', async () => {
  const { call } = await newOrganization()
  const { id: relatedEntityId } = await newIncident(call)
  const path = '/comments/by-entity-type/incident'
  const creating = () => call('POST', path, { body: { relatedEntityId, message: 'Compressor restarted' } })
  const { body } = await call<{ id: string }>('POST', path, { body: { relatedEntityId, message: 'Fan replaced' } })
  expect(await filesBeyond(4, creating)).toEqual([])
  expect(
    await filesBeyond(4, () => call('PATCH', `/comments/${body.id}`, { body: { message: 'Fan and belt replaced' } })),
  ).toEqual([])
  expect(await filesBeyond(4, () => call('DELETE', `/comments/${body.id}`))).toEqual([])
})

test('a console write that reads no configuration calls functions of at most four files between the route and the database', async () => {
  const { call, signIn } = await newOrganization()
  const { call: write, user } = await signIn('administrator')
  const incident = await newIncident(call)
  expect(
    await filesBeyond(4, () => write('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: user.id } })),
  ).toEqual([])
  expect(
    await filesBeyond(4, () => write('PATCH', `/incidents/${incident.id}`, { body: { priority: 'MAJOR' } })),
  ).toEqual([])
  expect(await filesBeyond(4, () => write('DELETE', `/incidents/${incident.id}`))).toEqual([])
  const { body: location } = await write<{ id: string }>('POST', '/locations', { body: { name: 'Harbour' } })
  expect(await filesBeyond(4, () => write('POST', '/locations', { body: { name: 'Market' } }))).toEqual([])
  expect(
    await filesBeyond(4, () => write('PATCH', `/locations/${location.id}`, { body: { name: 'Old harbour' } })),
  ).toEqual([])
  expect(
    await filesBeyond(4, () => write('POST', '/points', { body: { locationId: location.id, name: 'Door' } })),
  ).toEqual([])
  expect(await filesBeyond(4, () => write('POST', '/views', { body: allIncidents }))).toEqual([])
})

test('moving an incident calls functions of at most four files, and editing an incident calls functions of at most six', async () => {
  const { call, signIn } = await newOrganization()
  const { call: write } = await signIn('administrator')
  const { id, version, stateId } = await newIncident(call)
  const { body: states } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  const [next] = states.data.find((state) => state.id === stateId)!.nextStateIds
  const headers = { 'if-match': `"${version}"` }
  expect(
    await filesBeyond(6, () => write('PATCH', `/incidents/${id}`, { headers, body: { name: 'Freezer off' } })),
  ).toEqual([])
  expect(await filesBeyond(4, () => write('PATCH', `/incidents/${id}`, { body: { stateId: next } }))).toEqual([])
})

/**
 * Sends a write that must succeed, and notes the source files whose functions are called. Returns the files after the
 * first `maximum`.
 */
async function filesBeyond(maximum: number, send: () => Promise<{ status: number }>): Promise<string[]> {
  let status = 0
  const steps = await stepsOf(async () => ({ status } = await send()))
  if (status >= 300 || steps.length < 2) throw new Error(`status ${status}, files: ${steps.join()}`)
  return steps.slice(maximum)
}
