import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLeaf, readSource, watchEnteredFiles } from './support/entered-files.ts'
import { newIncident, startTestServer } from './support/harness.ts'

/**
 * A request passes few files on its way from the route to the database, each once. These files count: those of the
 * features, and those that group statements. Not counted are
 * - the route itself, and the guards and hooks before it (`http/`, `identity/`, `scope.ts`),
 * - the connection that every statement passes (`database/*.ts`) and the limits before the route,
 * - files that neither ask the database nor call another file of ours, such as `new-id.ts`,
 * - the files below the contract's one function of rules,
 * - thumbnails, which a timer makes beside the requests.
 */
const uncounted = [
  /-routes\.ts$/,
  /^server\/src\/(http|identity|media\/thumbnails)\//,
  /^server\/src\/(scope|service)\.ts$/,
  /^server\/src\/database\/([^/]+|throughput\/(organization-limits|concurrency-limit))\.ts$/,
  /^contract\/src\/(?!rules\/check-creation\.ts$)/,
]

const { newOrganization } = await startTestServer()
const enteredDuring = await watchEnteredFiles()

async function stepsOf(work: () => Promise<unknown>): Promise<string[]> {
  const entered = (await enteredDuring(work)).filter((name) => !uncounted.some((pattern) => pattern.test(name)))
  const leaves = await Promise.all(entered.map(isLeaf))
  return entered.filter((_, index) => !leaves[index]).toSorted()
}

/** Files of a creation in the order of their first call, with the call. */
const creation = [
  ['server/src/incidents/create/create.ts', 'createIncident('],
  ['server/src/configuration/published.ts', 'findGoverningRevision('],
  // Read when the cached number of the current revision is older than half a second.
  ['server/src/configuration/queries.ts', undefined],
  ['contract/src/rules/check-creation.ts', 'checkCreation('],
  ['server/src/database/throughput/group-commit.ts', 'incidentInserts.insert('],
  ['server/src/incidents/create/creation-queries.ts', undefined],
] as const

test('a creation passes at most six files below its route', async () => {
  const { call } = await newOrganization()
  await newIncident(call)
  const steps = await stepsOf(() => newIncident(call))
  const files = creation.map(([name]) => name)
  expect(steps.filter((name) => !files.includes(name as (typeof files)[number]))).toEqual([])
  expect(steps).toEqual(expect.arrayContaining(files.filter((name) => name !== 'server/src/configuration/queries.ts')))
  expect(files.length).toBeLessThanOrEqual(6)
})

test('the files of a creation are called once, in the order of their list, and never call back', async () => {
  const text = await readSource('server/src/incidents/create/create.ts')
  const start = text.indexOf('export async function createIncident(')
  const body = text.slice(start, text.indexOf('\n}\n', start))
  const calls = creation.map(([, called]) => called).filter((called) => called !== undefined)
  expect(calls.map((called) => text.split(called).length - 1)).toEqual(
    // `createIncident` starts over when the revision was replaced meanwhile.
    calls.map((called) => (called === 'createIncident(' ? 2 : 1)),
  )
  const places = calls.map((called) => body.indexOf(called))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  const below = await Promise.all(creation.slice(1).map(([name]) => readSource(name)))
  expect(below.filter((source) => source.includes('/create.ts'))).toEqual([])
})

test('a malformed creation takes the same path', async () => {
  const { call } = await newOrganization()
  await newIncident(call)
  const steps = await stepsOf(async () => {
    const answer = await call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 1, typeId: 'x' } })
    expect(answer.status).toBe(400)
  })
  const files = [
    ...creation.map(([name]) => name),
    'server/src/incidents/create/violations.ts',
    'server/src/problem.ts',
  ]
  expect(steps.filter((name) => !files.includes(name))).toEqual([])
  expect(steps).toContain('server/src/incidents/create/create.ts')
})

test('a comment is created, changed and deleted by at most four files below its route', async () => {
  const { call } = await newOrganization()
  const { id: relatedEntityId } = await newIncident(call)
  const path = '/comments/by-entity-type/incident'
  const creating = await stepsOf(() =>
    call('POST', path, { body: { relatedEntityId, message: 'Compressor restarted' } }),
  )
  const { body } = await call<{ id: string }>('POST', path, { body: { relatedEntityId, message: 'Fan replaced' } })
  const changing = await stepsOf(() =>
    call('PATCH', `/comments/${body.id}`, { body: { message: 'Fan and belt replaced' } }),
  )
  const deleting = await stepsOf(() => call('DELETE', `/comments/${body.id}`))
  for (const steps of [creating, changing, deleting]) {
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.slice(4)).toEqual([])
  }
})
