import { describe, expect, test } from 'vitest'
import { fakeClock, fakeService, json, offline, problem, type Reaction } from '../../test/support/fake-service.ts'
import { TocsinClient, TocsinNetworkError, TocsinProblem, type TocsinError } from '../client.ts'
import type { BatchItem } from './batch.ts'

const id = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'
const accepted = { status: 200, incidentId: id, version: 2, isReplay: false, problem: null }
const rejectedWith = (code: string) => ({
  status: 400,
  incidentId: null,
  version: null,
  isReplay: false,
  problem: {
    type: `urn:tocsin:problem:${code}`,
    title: code,
    status: 400,
    detail: code,
    code,
    requestId: 'r-1',
    errors: [{ pointer: '/name', code: 'required', message: 'name is required.' }],
  },
})

const itemsOf = (body: unknown): Record<string, { [key: string]: unknown }>[] => (body as { items: never[] }).items
const accepting: Reaction = ({ body }) => json({ results: itemsOf(body).map(() => accepted) })

function clientOf(...reactions: Reaction[]) {
  const { fetch, received } = fakeService(...reactions)
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, ...fakeClock() })
  return { client, received }
}

const creations = (count: number): BatchItem[] =>
  Array.from({ length: count }, (_, index) => ({ create: { name: `${index}` } }))
const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error) as Promise<TocsinError>

describe('a batch', () => {
  test('each item of a batch gets an idempotency key that is the same in all attempts', async () => {
    const { client, received } = clientOf(offline, accepting)
    await client.incidents.batch([{ create: { name: 'Spill' } }, { patch: { id, body: { priority: 'MAJOR' } } }])
    const [create, patch] = itemsOf(received[0]!.body)
    expect(create!.create!.clientRequestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(patch!.patch!.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(received[1]!.body).toEqual(received[0]!.body)
  })

  test('a batch has a result with an index for every item, and `rejected` has the problem and idempotency key of each rejected item', async () => {
    const { client } = clientOf(() => json({ results: [accepted, rejectedWith('invalid_incident')] }))
    const items = [
      { patch: { id, ifMatch: 1, idempotencyKey: 'change-1', body: { priority: 'MAJOR' } } },
      { create: { clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10' } },
    ] as const
    const { results, rejected } = await client.incidents.batch(items)
    expect(results[0]).toEqual({ index: 0, item: items[0], ...accepted })
    expect(rejected).toEqual([results[1]])
    const [{ problem: rejection }] = rejected as [(typeof rejected)[number]]
    expect(rejection).toBeInstanceOf(TocsinProblem)
    expect(rejection).toMatchObject({
      code: 'invalid_incident',
      idempotencyKey: items[1].create.clientRequestId,
      violations: [{ pointer: '/name' }],
    })
  })

  test('a batch of more than 200 items is sent in several requests and has one result for each item, in order', async () => {
    const { client, received } = clientOf(accepting)
    const { results } = await client.incidents.batch(creations(401))
    expect(received.map(({ body }) => itemsOf(body).length)).toEqual([200, 200, 1])
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 401 }, (_, index) => index))
    expect(results[400]).toMatchObject({ item: { create: { name: '400' } } })
  })

  test('a batch without items sends no request', async () => {
    const { client, received } = clientOf(accepting)
    expect(await client.incidents.batch([])).toEqual({ results: [], rejected: [] })
    expect(received).toEqual([])
  })

  test.each([
    ['the server', () => problem('body_too_large', 400)],
    ['a proxy', () => new Response('<h1>Too large</h1>', { status: 413 })],
  ] as [string, Reaction][])('a batch that is too large for %s is sent in smaller requests', async (_, tooLarge) => {
    const { client, received } = clientOf((request, signal) =>
      itemsOf(request.body).length > 3 ? tooLarge(request, signal) : accepting(request, signal),
    )
    expect((await client.incidents.batch(creations(7))).results).toHaveLength(7)
    expect(received.map(({ body }) => itemsOf(body).length)).toEqual([7, 4, 2, 2, 2, 1])
  })

  test('the error of a failed batch has the results so far, and the unfinished items, which can be sent again', async () => {
    const { client, received } = clientOf(accepting, () => problem('unauthorized', 401), accepting)
    const error = await failureOf(client.incidents.batch(creations(201)))
    expect(error).toMatchObject({ code: 'unauthorized', batch: { results: { length: 200 }, rejected: [] } })
    const { unfinished } = error.batch!
    expect(unfinished).toEqual(itemsOf(received[1]!.body))
    await client.incidents.batch(unfinished)
    expect(received[2]!.body).toEqual(received[1]!.body)
  })

  test('a batch fails if one item alone is too large for a request', async () => {
    const { client } = clientOf(() => problem('body_too_large', 400))
    const error = await failureOf(client.incidents.batch(creations(1)))
    expect(error).toMatchObject({ code: 'body_too_large', batch: { unfinished: { length: 1 } } })
  })

  test('a batch response that lacks the result of an item is an error, because a proxy must have changed the response', async () => {
    const { client } = clientOf(() => json({ results: [accepted] }))
    const error = await failureOf(client.incidents.batch(creations(2)))
    expect(error).toBeInstanceOf(TocsinNetworkError)
    expect(error.message).toMatch(/without a result for each item/)
  })
})
