import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import openapi from '@tocsin/contract/openapi.json' with { type: 'json' }
import { keyScopes } from '@tocsin/contract/console/api-key.ts'
import { describe, expect, test } from 'vitest'
import { insertComments } from '../src/comments/queries.ts'
import { issueKey } from '../src/identity/keys/issue.ts'
import { apiCallerOf } from './support/caller.ts'
import { createComment, newSituation } from './support/comments.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { keyedOperations } from './support/keyed-writes.ts'

// With 30 database connections, an organization may have six requests in progress that wait for an Idempotency-Key.
const server = await startTestServer({ DATABASE_CONNECTIONS: 30 })

/** Makes an organization and a caller whose API key has every scope. */
async function newOrganization() {
  const organization = await server.newOrganization()
  const { key } = await issueKey(organization.scope, { name: 'every scope', scopes: [...keyScopes] })
  return { ...organization, call: apiCallerOf(server.url, key) }
}

const names = Object.keys(keyedOperations)
const prepare = (name: string, call: Parameters<(typeof keyedOperations)[string]['prepare']>[0]) =>
  keyedOperations[name]!.prepare(call)

test('the tests of retries cover every operation that accepts an Idempotency-Key', () => {
  const accepting = Object.values(openapi.paths)
    .flatMap((path) => Object.values(path) as { operationId: string; parameters?: { name: string }[] }[])
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'idempotency-key'))
    .map(({ operationId }) => operationId)
    // Skipping an event needs a failed delivery, so server/test/webhooks/deliveries.test.ts tests its retry.
    .filter((operationId) => operationId !== 'skip-webhook-event')
  expect(names.filter((name) => name !== 'batch-incidents').toSorted()).toEqual(accepting.toSorted())
})

describe.each(names)('%s', (name) => {
  const { status, field } = keyedOperations[name]!

  test('a repeated write with the same Idempotency-Key has the same response and is marked as a replay', async () => {
    const { call } = await newOrganization()
    const write = await prepare(name, call)
    const first = await write.send('k')
    expect(first).toMatchObject({ status, isReplay: false })
    expect(await write.send('k')).toEqual({ ...first, isReplay: true })
  })

  test('rejects every other operation with the Idempotency-Key of an earlier write, and returns the id of that write’s resource', async () => {
    const { call } = await newOrganization()
    const write = await prepare(name, call)
    const { body } = await write.send('k')
    const reused = { code: 'idempotency_key_reused', [field]: write.resourceId ?? body.id }
    const outcomes = []
    for (const otherName of names) {
      const other = await prepare(otherName, call)
      const rejected = await other.send('k')
      // Repeat the rejected write with a new key: this succeeds only if the rejected write has changed nothing.
      outcomes.push({ otherName, rejected, done: await other.send(randomUUID()) })
    }
    expect(outcomes).toMatchObject(
      names.map((otherName) => ({
        otherName,
        rejected: { status: 400, body: reused },
        done: { status: keyedOperations[otherName]!.status, isReplay: false },
      })),
    )
  })

  test('carries out one of 6 simultaneous writes with the same Idempotency-Key, and answers the others with a replay', async () => {
    const { call } = await newOrganization()
    const write = await prepare(name, call)
    const responses = await Promise.all(Array.from({ length: 6 }, () => write.send('k')))
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status))
    expect(responses.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body?.id)).size).toBe(1)
  })

  test('accepts an Idempotency-Key of 255 characters', async () => {
    const { call } = await newOrganization()
    const write = await prepare(name, call)
    expect((await write.send('~'.repeat(255))).status).toBe(status)
  })

  test('does not treat the Idempotency-Key of another organization as used', async () => {
    const [ours, theirs] = [await newOrganization(), await newOrganization()]
    await (await prepare(name, ours.call)).send('k')
    expect(await (await prepare(name, theirs.call)).send('k')).toMatchObject({ status, isReplay: false })
  })
})

const withBody = ['create-comment', 'update-comment', 'attach-incident-media', 'update-incident', 'batch-incidents']

test.each(withBody)(
  'carries out one of two simultaneous %s requests that have one Idempotency-Key and different bodies, and rejects the other',
  async (name) => {
    const { call } = await newOrganization()
    const write = await prepare(name, call)
    const responses = await Promise.all([write.send('k'), write.sendOther!('k')])
    const [done, rejected] = responses.toSorted((one, other) => one.status - other.status)
    expect(done).toMatchObject({ status: keyedOperations[name]!.status, isReplay: false })
    expect(rejected).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } })
  },
)

describe('a retry after the resource has changed', () => {
  test('a retry of update-comment returns the current comment, or its last content if the incident was deleted', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id, message: 'One' })
    const path = `/comments/${comment.id}`
    const update = () => call<Comment>('PATCH', path, { body: { message: 'Two' }, headers: { 'idempotency-key': 'k' } })
    await update()
    await call('PATCH', path, { body: { message: 'Three' } })
    const current = { ...comment, message: 'Three', edited: true }
    expect(await update()).toMatchObject({ status: 200, body: current })

    await call('DELETE', `/incidents/${incident.id}`)
    const replay = await update()
    expect(replay).toMatchObject({ status: 200, body: current })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(await eventsOf(scope, comment.id)).toHaveLength(3)
  })

  test.each(['delete-comment', 'delete-incident-media'])(
    'a retry of %s is a replay even if the incident was deleted after the first request',
    async (name) => {
      const { call } = await newOrganization()
      const write = await prepare(name, call)
      await write.send('k')
      const { body } = await call<{ data: { id: string }[] }>('GET', '/incidents')
      await call('DELETE', `/incidents/${body.data[0]!.id}`)
      expect(await write.send('k')).toMatchObject({ status: 204, isReplay: true })
    },
  )
})

describe('a rejected write', () => {
  test.each([
    ['update-comment', 'PATCH', '/comments/', { message: 'x' }],
    ['delete-comment', 'DELETE', '/comments/', undefined],
    ['delete-incident-media', 'DELETE', `/incidents/${randomUUID()}/media/`, undefined],
  ])(
    'the Idempotency-Key of a request to %s that was answered with 404 can be used again',
    async (name, method, path, body) => {
      const { call } = await newOrganization()
      const missing = await call(method, path + randomUUID(), { body, headers: { 'idempotency-key': 'k' } })
      expect(missing.status).toBe(404)
      const { status } = keyedOperations[name]!
      expect(await (await prepare(name, call)).send('k')).toMatchObject({ status, isReplay: false })
    },
  )

  test('the Idempotency-Key of a comment that the database rejects can be used again', async () => {
    const { call, scope, incident } = await newSituation(server)
    const comment = {
      id: randomUUID(),
      actorId: randomUUID(),
      keyId: null,
      relatedEntityId: incident.id,
      madeThroughApi: true,
      idempotencyKey: 'k',
      requestSha256: '',
      textLength: 0,
    }
    await expect(insertComments(scope, [comment])).rejects.toMatchObject({ constraint: 'comments_created_by' })
    const response = await createComment(call, { relatedEntityId: incident.id }, 'k')
    expect(response.status).toBe(201)
    expect(response.headers.get('idempotent-replayed')).toBeNull()
  })
})

test('a retry of a file deletion is rejected if the path of the retry names another incident', async () => {
  const { call } = await newOrganization()
  const write = await prepare('delete-incident-media', call)
  await write.send('k')
  const { id } = await newIncident(call)
  const path = `/incidents/${id}/media/${write.resourceId}`
  expect(await call('DELETE', path, { headers: { 'idempotency-key': 'k' } })).toMatchObject({
    status: 400,
    body: { code: 'idempotency_key_reused', mediaId: write.resourceId },
  })
})
