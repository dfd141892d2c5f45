import { describe, expect, test } from 'vitest'
import {
  aComment,
  aFile,
  anIncident,
  fakeClock,
  fakeService,
  json,
  offline,
  type Reaction,
} from '../../test/support/fake-service.ts'
import { TocsinClient, type WriteOptions } from '../client.ts'

const id = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

function clientOf(...reactions: Reaction[]) {
  const { fetch, received } = fakeService(...reactions)
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, ...fakeClock() })
  return { client, received }
}

type Write = (client: TocsinClient, options?: WriteOptions) => Promise<unknown>

const deleted = () => new Response(null, { status: 204, headers: { 'x-request-id': 'r-1' } })
const changed = () => json(anIncident(id))

const writes: [string, Write, Reaction][] = [
  ['incidents.update', ({ incidents }, options) => incidents.update(id, { name: 'Leak' }, options), changed],
  ['incidents.delete', ({ incidents }, options) => incidents.delete(id, options), deleted],
  ['incidents.restore', ({ incidents }, options) => incidents.restore(id, options), changed],
  [
    'incidents.media.attach',
    ({ incidents }, options) => incidents.media.attach(id, new Uint8Array([1]), options),
    () => json(aFile(id), 201),
  ],
  ['incidents.media.delete', ({ incidents }, options) => incidents.media.delete(id, id, options), deleted],
  [
    'comments.create',
    ({ comments }, options) => comments.create(id, { message: 'Seen' }, options),
    () => json(aComment(id), 201),
  ],
  [
    'comments.update',
    ({ comments }, options) => comments.update(id, { message: 'Gone' }, options),
    () => json(aComment(id)),
  ],
  ['comments.delete', ({ comments }, options) => comments.delete(id, options), deleted],
]

describe('a write', () => {
  test.each(writes)(
    'all attempts of one call of %s send the same generated Idempotency-Key, and the next call sends another key',
    async (_, write, success) => {
      const { client, received } = clientOf(offline, success)
      await write(client)
      await write(client)
      const keys = received.map(({ headers }) => headers['idempotency-key'])
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(keys).toEqual([keys[0], keys[0], keys[2]])
      expect(keys[2]).not.toBe(keys[0])
    },
  )

  test.each(writes)(
    'a call of %s sends the given Idempotency-Key, and the error of the call has this key',
    async (_, write) => {
      const { client, received } = clientOf(offline)
      await expect(write(client, { idempotencyKey: 'till-7/43' })).rejects.toMatchObject({
        idempotencyKey: 'till-7/43',
      })
      expect(received[0]!.headers['idempotency-key']).toBe('till-7/43')
    },
  )
})

describe('a change of an incident', () => {
  test('a change or deletion sends the header If-Match only if the option ifMatch has a version', async () => {
    const { client, received } = clientOf(changed, deleted, changed)
    await client.incidents.update(id, { name: null }, { ifMatch: 3 })
    await client.incidents.delete(id, { ifMatch: 4 })
    await client.incidents.update(id, { name: 'Leak' }, { ifMatch: undefined })
    expect(received.map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"', undefined])
    expect(received[0]).toMatchObject({
      method: 'PATCH',
      body: { name: null },
      headers: { 'content-type': 'application/json' },
    })
  })

  test.each([
    ['incident_changed', 412, { currentVersion: 4, changedFields: ['priority'] }],
    ['transition_not_allowed', 400, { nextStates: [{ id, name: 'Closed' }] }],
  ])('the error for the problem %s has the additional members of the problem', async (code, status, members) => {
    const { client } = clientOf(() =>
      json(
        {
          type: `urn:tocsin:problem:${code}`,
          title: code,
          status,
          detail: code,
          code,
          requestId: 'r',
          errors: [],
          ...members,
        },
        status,
        { 'content-type': 'application/problem+json' },
      ),
    )
    await expect(client.incidents.update(id, { name: 'Leak' })).rejects.toMatchObject({ code, ...members })
  })
})
