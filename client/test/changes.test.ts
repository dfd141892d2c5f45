import { TocsinClient, TocsinProblem, type AnswerNotice, type TocsinError } from '@tocsin/client'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../server/test/support/harness.ts'

const server = await startTestServer()

async function newClient() {
  const { key, readOnlyKey } = await server.newOrganization()
  const clientWith = (apiKey: string) => new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey })
  return { client: clientWith(key), reader: clientWith(readOnlyKey) }
}

const problemOf = async (call: Promise<unknown>): Promise<TocsinProblem> => {
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TocsinProblem)
  return error as TocsinProblem
}

const codeOf = async (call: Promise<unknown>): Promise<string> => (await problemOf(call)).code

describe('a change', () => {
  test('a change sets and clears fields, raises the version and adds its comment, and a retry with the same idempotency key is a replay', async () => {
    const { client } = await newClient()
    const { id, version } = await client.incidents.create({ name: 'Spill', description: 'Aisle 3' })
    const notices: AnswerNotice[] = []
    const options = {
      ifMatch: version,
      idempotencyKey: 'till-7/43',
      onAnswer: (each: AnswerNotice) => void notices.push(each),
    }
    const patch = { priority: 'MAJOR', description: null, comment: 'Getting worse' } as const
    const changed = await client.incidents.update(id, patch, options)
    expect(changed).toMatchObject({ priority: 'MAJOR', description: null, name: 'Spill', version: version + 1 })
    expect(await client.incidents.update(id, patch, options)).toEqual(changed)
    expect(notices.map(({ isReplay }) => isReplay)).toEqual([false, true])
    expect(await client.comments.list(id).all()).toMatchObject([{ message: 'Getting worse' }])
  })

  test('a change that is based on an older version fails with incident_changed, the current version and the changed fields', async () => {
    const { client } = await newClient()
    const { id, version } = await client.incidents.create({ name: 'Spill' })
    await client.incidents.update(id, { priority: 'MAJOR' })
    const conflict = await problemOf(client.incidents.update(id, { name: 'Leak' }, { ifMatch: version }))
    expect(conflict).toMatchObject({ code: 'incident_changed', status: 412 })
    expect([conflict.currentVersion, conflict.changedFields]).toEqual([version + 1, ['priority']])
    expect(await codeOf(client.incidents.delete(id, { ifMatch: version }))).toBe('incident_changed')
  })

  test('a change can move an incident to one of its nextStates; a move to another state fails with transition_not_allowed and the nextStates', async () => {
    const { client } = await newClient()
    const { id, stateId: open } = await client.incidents.create({ name: 'Spill' })
    const { nextStates } = await client.incidents.get(id)
    const resolved = nextStates.find(({ name }) => name === 'Resolved')!
    expect(await client.incidents.update(id, { stateId: resolved.id })).toMatchObject({ stateId: resolved.id })
    const rejection = await problemOf(client.incidents.update(id, { stateId: open }))
    expect(rejection.code).toBe('transition_not_allowed')
    expect(rejection.nextStates?.map(({ name }) => name)).toEqual(['In progress', 'Closed'])
    expect((await client.incidents.get(id)).nextStates).toEqual(rejection.nextStates)
  })

  test('a deleted incident is not found until it is restored, and a deletion repeated with the same idempotency key succeeds', async () => {
    const { client } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    await client.incidents.delete(id, { idempotencyKey: 'delete-1' })
    await client.incidents.delete(id, { idempotencyKey: 'delete-1' })
    expect(await codeOf(client.incidents.delete(id))).toBe('incident_not_found')
    expect(await codeOf(client.incidents.get(id))).toBe('incident_not_found')
    expect(await client.incidents.restore(id)).toMatchObject({ id, name: 'Spill' })
    expect(await client.incidents.get(id)).toMatchObject({ id, name: 'Spill' })
  })

  test('a read-only API key can change nothing, and an API key of another organization finds no incident to change', async () => {
    const { client, reader } = await newClient()
    const { client: foreign } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    for (const [other, code] of [
      [reader, 'insufficient_scope'],
      [foreign, 'incident_not_found'],
    ] as const) {
      expect(await codeOf(other.incidents.update(id, { name: 'Mine' }))).toBe(code)
      expect(await codeOf(other.incidents.delete(id))).toBe(code)
      expect(await codeOf(other.incidents.restore(id))).toBe(code)
    }
    expect(await client.incidents.get(id)).toMatchObject({ name: 'Spill', version: 1 })
  })
})

describe('a batch', () => {
  test('a batch creates and changes incidents, reports each rejected item, and replays the other items when the batch is repeated', async () => {
    const { client } = await newClient()
    const { id } = await client.incidents.create({ name: 'Spill' })
    const items = [
      { create: { name: 'Leak' } },
      { create: { latitude: 91 } },
      { patch: { id, ifMatch: 1, body: { priority: 'MAJOR' } } },
      { patch: { id, ifMatch: 1, body: { priority: 'MINOR' } } },
    ] as const
    const { results, rejected } = await client.incidents.batch(items)
    expect(results.map(({ status }) => status)).toEqual([201, 400, 200, 412])
    expect(rejected.map(({ index, problem }) => [index, problem.code])).toEqual([
      [1, 'invalid_incident'],
      [3, 'incident_changed'],
    ])
    expect(rejected[0]!.problem.violations.map(({ pointer }) => pointer)).toContain('/latitude')
    expect(rejected[1]!.problem).toMatchObject({ currentVersion: 2, changedFields: ['priority'] })

    const again = await client.incidents.batch(results.map(({ item }) => item))
    expect(again.results.map((result) => (result.problem ? 'rejected' : result.isReplay))).toEqual([
      true,
      'rejected',
      true,
      'rejected',
    ])
    expect(await client.incidents.list().all()).toHaveLength(2)
  })

  test('every item of a batch of two requests takes effect once even if a response is lost and the unfinished items are sent again', async () => {
    const { key } = await server.newOrganization()
    let requests = 0
    const client = new TocsinClient({
      baseUrl: `${server.url}/api/v1`,
      apiKey: key,
      retry: { attemptsMaximum: 1 },
      // The server carries out the second request, but the client does not receive the response.
      fetch: async (url, request) => {
        const response = await fetch(url, request)
        if (++requests === 2) throw new TypeError('connection lost')
        return response
      },
    })
    const items = Array.from({ length: 230 }, (_, index) => ({ create: { name: `Report ${index}` } }))
    const error = (await client.incidents.batch(items).catch((thrown: unknown) => thrown)) as TocsinError
    const { results, unfinished } = error.batch!
    expect([results.length, unfinished.length]).toEqual([200, 30])
    const rest = await client.incidents.batch(unfinished)
    expect(rest.results.every((result) => result.problem === null && result.isReplay)).toBe(true)
    expect(await client.incidents.list({ limit: 200 }).all()).toHaveLength(230)
  })
})
