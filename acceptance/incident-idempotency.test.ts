import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  changeIncident,
  deleteIncident,
  patchIncident,
  replayed,
  restoreIncident,
  sendBatch,
} from './support/changes.ts'
import { foreignClient, integration } from './support/client.ts'
import { listComments, tryComment } from './support/comments.ts'
import { createIncident, creation, getIncident, readIncident } from './support/incidents.ts'
import { plainCategory, plainType } from './support/organization.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const reused = rejected(400, 'idempotency_key_reused')
const messagesOf = async (id: string) => (await listComments(id)).body.data.map(({ message }) => message)

describe('a repeated patch', () => {
  test('a patch repeated with the same Idempotency-Key gets 200 again and changes nothing', async () => {
    const { id } = await createIncident()
    const headers = keyed()

    const first = await patchIncident(id, { name: 'Ice', comment: 'Seen.' }, headers)
    const second = await patchIncident(id, { name: 'Ice', comment: 'Seen.' }, headers)

    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([200, null, 200, 'true'])
    expect([second.body, await readIncident(id)]).toEqual([first.body, first.body])
    expect(await messagesOf(id)).toEqual(['Seen.'])
  })

  test('a patch repeated with the same Idempotency-Key returns the current incident, including later changes', async () => {
    const { id } = await createIncident()
    const headers = keyed()
    await patchIncident(id, { name: 'Ice' }, headers)
    const later = await changeIncident(id, { name: 'Leak', priority: 'MAJOR' })

    const retry = await patchIncident(id, { name: 'Ice' }, headers)

    expect([retry.status, replayed(retry), retry.headers.get('etag')]).toEqual([200, 'true', '"3"'])
    expect([retry.body, await readIncident(id)]).toEqual([later, later])
  })

  test('a patch repeated with the same Idempotency-Key succeeds even though the first patch made its If-Match outdated', async () => {
    const { id } = await createIncident()
    const headers = { ...keyed(), 'if-match': '"1"' }
    const first = await patchIncident(id, { name: 'Ice' }, headers)

    const retry = await patchIncident(id, { name: 'Ice' }, headers)

    expect([retry.status, replayed(retry)]).toEqual([200, 'true'])
    expect(retry.body).toEqual(first.body)
  })

  test('a patch repeated with the same Idempotency-Key returns a deleted incident as it was before the deletion', async () => {
    const { id } = await createIncident()
    const headers = keyed()
    const { body } = await patchIncident(id, { name: 'Ice' }, headers)
    await deleteIncident(id)

    const retry = await patchIncident(id, { name: 'Ice' }, headers)

    expect([retry.status, replayed(retry), retry.body]).toEqual([200, 'true', body])
    expect((await getIncident(id)).status).toBe(404)
  })

  test('update-incident recognizes a repeated patch even if its field order, case of ids, UTC offset and content type differ', async () => {
    const { id } = await createIncident()
    const headers = keyed()
    const occurredAt = '2026-03-01T08:30:00.000Z'
    await patchIncident(id, { typeId: plainType.id, categoryId: plainCategory.id, occurredAt }, headers)
    const text = `{"occurredAt":"2026-03-01T10:30:00+02:00", "categoryId":"${plainCategory.id.toUpperCase()}",
      "typeId":"${plainType.id.toUpperCase()}"}`

    const retry = await integration.send('PATCH', `/incidents/${id.toUpperCase()}`, {
      body: text,
      headers: { ...headers, 'content-type': 'application/merge-patch+json' },
    })

    expect([retry.status, replayed(retry)]).toEqual([200, 'true'])
  })

  test('the Idempotency-Key of a patch that changed nothing cannot be used for another patch', async () => {
    const { id, name } = await createIncident()
    const headers = keyed()
    await patchIncident(id, { name }, headers)

    expect(replayed(await patchIncident(id, { name }, headers))).toBe('true')
    expect(rejectionOf(await patchIncident(id, { name: 'Ice' }, headers))).toEqual(reused)
  })

  test('16 parallel patches with the same Idempotency-Key change the incident once, and all return the changed incident', async () => {
    const { id } = await createIncident()
    const headers = keyed()

    const responses = await Promise.all(
      Array.from({ length: 16 }, () => patchIncident(id, { name: 'Ice', comment: 'Seen.' }, headers)),
    )

    expect(new Set(responses.map(({ status, body }) => `${status} ${body.version}`))).toEqual(new Set(['200 2']))
    expect(responses.filter((response) => replayed(response) === null)).toHaveLength(1)
    expect(await messagesOf(id)).toEqual(['Seen.'])
  })
})

describe('a reused key', () => {
  test('update-incident rejects an Idempotency-Key that was used for a different patch', async () => {
    const { id } = await createIncident()
    const headers = keyed()
    const { body } = await patchIncident(id, { name: 'Ice' }, headers)

    const others = [{ name: 'Leak' }, { name: 'Ice', comment: 'Seen.' }, {}]
    const responses = await Promise.all(others.map((patch) => patchIncident(id, patch, headers)))

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => reused))
    expect([await readIncident(id), await messagesOf(id)]).toEqual([body, []])
  })

  test('update-incident rejects an Idempotency-Key that was used for the same patch of another incident', async () => {
    const [one, other] = [await createIncident(), await createIncident()]
    const headers = keyed()
    await patchIncident(one.id, { name: 'Ice' }, headers)

    expect(rejectionOf(await patchIncident(other.id, { name: 'Ice' }, headers))).toEqual(reused)
    expect(await readIncident(other.id)).toEqual(other)
  })

  test('delete-incident and restore-incident reject the Idempotency-Key of another operation', async () => {
    const before = await createIncident()
    const headers = keyed()
    const { body } = await patchIncident(before.id, {}, headers)

    const responses = [await deleteIncident(before.id, headers), await restoreIncident(before.id, headers)]

    expect(responses.map(rejectionOf)).toEqual([reused, reused])
    expect(await readIncident(before.id)).toEqual(body)
  })

  test('update-incident rejects the Idempotency-Key of a comment', async () => {
    const before = await createIncident()
    const headers = keyed()
    await tryComment({ relatedEntityId: before.id, message: 'Seen.' }, integration, headers)

    expect(rejectionOf(await patchIncident(before.id, { name: 'Ice' }, headers))).toEqual(reused)
    expect(await readIncident(before.id)).toEqual(before)
  })

  test('a reused Idempotency-Key is rejected even if the incident does not exist', async () => {
    const headers = keyed()
    const { id } = await createIncident()
    await patchIncident(id, { name: 'Ice' }, headers)

    expect(rejectionOf(await patchIncident(randomUUID(), { name: 'Ice' }, headers))).toEqual(reused)
    expect(rejectionOf(await deleteIncident(randomUUID(), headers))).toEqual(reused)
  })
})

describe('the key of a rejected change', () => {
  test.each<[string, object, Record<string, string>]>([
    ['a violated rule', { latitude: 1 }, {}],
    ['a malformed field', { name: 1 }, {}],
    ['a missing reference', { locationId: randomUUID() }, {}],
    ['an outdated version', { name: 'Leak' }, { 'if-match': '"7"' }],
  ])(
    'update-incident accepts a correct patch with the Idempotency-Key of a patch that was rejected for %s',
    async (_, patch, more) => {
      const { id } = await createIncident()
      const headers = keyed()
      const rejection = await patchIncident(id, patch, { ...headers, ...more })

      const corrected = await patchIncident(id, { name: 'Ice' }, headers)

      expect(rejection.status).toBeGreaterThanOrEqual(400)
      expect([corrected.status, replayed(corrected)]).toEqual([200, null])
    },
  )

  test('delete-incident accepts the Idempotency-Key of a deletion that was rejected because of its If-Match', async () => {
    const { id } = await createIncident()
    const headers = keyed()

    expect((await deleteIncident(id, { ...headers, 'if-match': '"7"' })).status).toBe(412)
    expect((await deleteIncident(id, headers)).status).toBe(204)
  })
})

describe('a repeated deletion or restoration', () => {
  test('a deletion repeated with the same Idempotency-Key gets 204 instead of 404', async () => {
    const { id } = await createIncident()
    const headers = { ...keyed(), 'if-match': '"1"' }

    const responses = [await deleteIncident(id, headers), await deleteIncident(id, headers)]

    expect(responses.map((response) => [response.status, response.text, replayed(response)])).toEqual([
      [204, '', null],
      [204, '', 'true'],
    ])
  })

  test('a deletion or restoration repeated with the same Idempotency-Key is a replay even if its body differs', async () => {
    const { id } = await createIncident()
    const deletion = (json: unknown) =>
      integration.send('DELETE', `/incidents/${id}`, { json, headers: keyed(`d${id}`) })
    const restoration = (json: unknown) =>
      integration.post(`/incidents/${id}/restore`, json, { headers: keyed(`r${id}`) })

    const responses = [
      await deletion({ reason: 'twice' }),
      await deletion('a text'),
      await restoration([1]),
      await restoration({}),
    ]

    expect(responses.map((response) => [response.status, replayed(response)])).toEqual([
      [204, null],
      [204, 'true'],
      [200, null],
      [200, 'true'],
    ])
  })

  test('a deletion repeated with the same Idempotency-Key does not delete an incident that was restored after the first deletion', async () => {
    const { id } = await createIncident()
    const headers = keyed()
    await deleteIncident(id, headers)
    const { body } = await restoreIncident(id)

    const retry = await deleteIncident(id, headers)

    expect([retry.status, replayed(retry)]).toEqual([204, 'true'])
    expect(await readIncident(id)).toEqual(body)
  })

  test('a restoration repeated with the same Idempotency-Key does not restore an incident that was deleted again', async () => {
    const { id } = await createIncident()
    await deleteIncident(id)
    const headers = keyed()
    const { body } = await restoreIncident(id, headers)
    await deleteIncident(id)

    const retry = await restoreIncident(id, headers)

    expect([retry.status, replayed(retry), retry.body]).toEqual([200, 'true', body])
    expect((await getIncident(id)).status).toBe(404)
  })
})

test.each([
  ['empty', ''],
  ['blank inside', 'a b'],
  ['of 256 characters', 'k'.repeat(256)],
  ['with a letter beyond ASCII', 'schlüssel'],
])(
  'update-incident, delete-incident and restore-incident answer 400 to a malformed Idempotency-Key: %s',
  async (_, key) => {
    const before = await createIncident()
    const responses = [
      await patchIncident(before.id, { name: 'Ice' }, keyed(key)),
      await deleteIncident(before.id, keyed(key)),
      await restoreIncident(before.id, keyed(key)),
    ]

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => invalidRequest('idempotency-key invalid_format')))
    expect(await readIncident(before.id)).toEqual(before)
  },
)

test('accepts an Idempotency-Key of 255 visible characters', async () => {
  const { id } = await createIncident()

  expect((await patchIncident(id, { name: 'Ice' }, keyed(`~!${id}`.padEnd(255, '#')))).status).toBe(200)
})

test('create-incident ignores the Idempotency-Key, even if an earlier patch had the same key', async () => {
  const headers = keyed()
  const { id } = await createIncident()
  await patchIncident(id, { name: 'Ice' }, headers)

  const responses = [creation(), creation()].map((body) => integration.post('/incidents', body, { headers }))

  expect((await Promise.all(responses)).map((response) => [response.status, replayed(response)])).toEqual([
    [201, null],
    [201, null],
  ])
})

test('two organizations can use the same Idempotency-Key', async () => {
  const headers = keyed()
  const [ours, theirs] = [await createIncident(), await createIncident({}, foreignClient)]
  await patchIncident(ours.id, { name: 'Ice' }, headers)

  const response = await patchIncident(theirs.id, { name: 'Leak' }, headers, foreignClient)

  expect([response.status, replayed(response)]).toEqual([200, null])
})

test('a patch sent in a batch and again to update-incident with one Idempotency-Key changes the incident once', async () => {
  const { id } = await createIncident()
  const key = randomUUID()
  const item = { patch: { id, idempotencyKey: key, body: { name: 'Ice' } } }
  await sendBatch([item])

  const single = await patchIncident(id, { name: 'Ice' }, keyed(key))
  const batch = await sendBatch([item, { patch: { ...item.patch, body: { name: 'Leak' } } }])

  expect([single.status, replayed(single), single.body.version]).toEqual([200, 'true', 2])
  expect(batch.body.results.map(({ status, isReplay, problem }) => [status, isReplay, problem?.code])).toEqual([
    [200, true, undefined],
    [400, false, 'idempotency_key_reused'],
  ])
})
