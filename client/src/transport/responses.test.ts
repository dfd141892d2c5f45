import { describe, expect, test } from 'vitest'
import { foreignRejections, passingResponses } from '../../test/support/responses-of-proxies.ts'
import {
  aComment,
  aFile,
  anIncident,
  fakeClock,
  fakeService,
  json,
  type Reaction,
} from '../../test/support/fake-service.ts'
import { TocsinClient } from '../client.ts'

const id = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

function clientOf(...reactions: Reaction[]) {
  const { fetch, received } = fakeService(...reactions)
  const { clock } = fakeClock()
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'key', fetch, clock })
  return { client, received }
}

const calls: [string, (client: TocsinClient) => Promise<unknown>, object][] = [
  ['a creation', ({ incidents }) => incidents.create({ name: 'Spill' }), anIncident(id)],
  ['a comment', ({ comments }) => comments.create(id, { message: 'Seen' }), aComment(id)],
  ['a file', ({ incidents }) => incidents.media.attach(id, new Uint8Array([1]), { fileName: 'a.jpg' }), aFile(id)],
]
const everyCall = (responses: [string, Reaction][]) =>
  calls.flatMap(([name, call, created]) =>
    responses.map(([response, react]) => [name, response, { call, react, created }] as const),
  )

describe('a direct call', () => {
  test.each(everyCall(passingResponses))(
    'the client sends %s again with the same idempotency key after the response %s',
    async (_, __, { call, react, created }) => {
      const { client, received } = clientOf(react, () => json(created, 201))
      expect(await call(client)).toEqual(created)
      expect(received).toHaveLength(2)
      const keys = received.map(
        ({ headers, body }) => headers['idempotency-key'] ?? (body as { clientRequestId: string }).clientRequestId,
      )
      expect(keys[0]).toEqual(expect.any(String))
      expect(keys[1]).toBe(keys[0])
    },
  )

  test.each(everyCall(foreignRejections))(
    'the client sends %s only once if the response is %s, and throws an error with the idempotency key of the request',
    async (_, __, { call, react }) => {
      const { client, received } = clientOf(react)
      await expect(call(client)).rejects.toMatchObject({
        name: 'TocsinNetworkError',
        attempts: 1,
        idempotencyKey: expect.any(String),
      })
      expect(received).toHaveLength(1)
    },
  )

  test('if all attempts fail, the client throws an error with the last status and the idempotency key', async () => {
    const { client } = clientOf(() => new Response('', { status: 408 }))
    const error = { name: 'TocsinNetworkError', status: 408, attempts: 5, idempotencyKey: expect.any(String) }
    await expect(client.incidents.create({ name: 'Spill' })).rejects.toMatchObject(error)
  })

  test.each([
    ['an incident', (client: TocsinClient) => client.incidents.get(id), 200],
    ['a configuration', (client: TocsinClient) => client.creationConfigurations.current(), 200],
    ['download addresses', (client: TocsinClient) => client.incidents.media.urls(id, id), 200],
    ['a list', (client: TocsinClient) => client.incidents.list().all(), 200],
    ['a created incident', (client: TocsinClient) => client.incidents.create({ name: 'Spill' }), 201],
    ['a changed incident', (client: TocsinClient) => client.incidents.update(id, { name: 'Leak' }), 200],
    ['a restored incident', (client: TocsinClient) => client.incidents.restore(id), 200],
    ['a file', (client: TocsinClient) => client.incidents.media.attach(id, new Uint8Array([1])), 201],
    ['a new comment', (client: TocsinClient) => client.comments.create(id, { message: 'Seen' }), 201],
    ['a changed comment', (client: TocsinClient) => client.comments.update(id, { message: 'Seen' }), 200],
  ] as const)('the client does not accept a JSON object of another service as %s', async (_, call, status) => {
    const { client, received } = clientOf(() => json({ status: 'ok', id: '1f3a' }, status))
    await expect(call(client)).rejects.toMatchObject({ name: 'TocsinNetworkError', status })
    expect(received).toHaveLength(5)
  })

  test.each([
    ['a deletion', (client: TocsinClient) => client.incidents.delete(id), 204],
    ['the deletion of a file', (client: TocsinClient) => client.incidents.media.delete(id, id), 204],
    ['the deletion of a comment', (client: TocsinClient) => client.comments.delete(id), 204],
    ['an unchanged configuration', (client: TocsinClient) => client.creationConfigurations.currentUnless('"4"'), 304],
  ] as const)('the client accepts an empty response to %s only with a request id', async (_, call, status) => {
    const { client, received } = clientOf(() => new Response(null, { status }))
    await expect(call(client)).rejects.toMatchObject({ name: 'TocsinNetworkError', status })
    expect(received).toHaveLength(5)
    await call(clientOf(() => new Response(null, { status, headers: { 'x-request-id': 'r-1' } })).client)
  })

  test('the client accepts a content type in upper and lower case', async () => {
    const { client } = clientOf(() => json(anIncident(id), 200, { 'content-type': 'Application/JSON' }))
    expect(await client.incidents.get(id)).toEqual(anIncident(id))
  })
})
