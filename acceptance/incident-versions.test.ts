import { describe, expect, test } from 'vitest'
import { changeIncident, deleteIncident, patchIncident, restoreIncident } from './support/changes.ts'
import { comment } from './support/comments.ts'
import { createIncident, getIncident, modify, readIncident, tryCreation } from './support/incidents.ts'
import { sendBytes } from './support/wire.ts'

const ifMatch = (...tags: string[]) => ({ 'if-match': tags.join(', ') })

describe('the ETag of an incident', () => {
  const long = { description: 'It comes from above. '.repeat(500) }
  const anyEncoding = { 'accept-encoding': 'gzip, deflate, br, zstd', 'content-type': 'application/json' }

  test('create-incident, get-incident, update-incident and restore-incident send the version as a strong ETag', async () => {
    const created = await tryCreation()
    const { id } = created.body
    const read = await getIncident(id)
    const changed = await patchIncident(id, { name: 'Ice' })
    const unchanged = await patchIncident(id, {})
    await deleteIncident(id)
    const restored = await restoreIncident(id)

    const tags = [created, read, changed, unchanged, restored].map(({ headers, body }) => [
      headers.get('etag'),
      body.version,
    ])
    expect(tags).toEqual([
      ['"1"', 1],
      ['"1"', 1],
      ['"2"', 2],
      ['"2"', 2],
      ['"4"', 4],
    ])
  })

  test('the response to the retry of a creation has the ETag of the current version', async () => {
    const { clientRequestId, id } = await createIncident()
    await changeIncident(id, { priority: 'MAJOR' })

    expect((await tryCreation({ clientRequestId })).headers.get('etag')).toBe('"2"')
  })

  test('a response with the ETag of an incident is not compressed, and its Cache-Control header forbids compression by proxies', async () => {
    const { id } = await createIncident(long)
    const body = Buffer.from(JSON.stringify({ name: 'Ice' }))

    const read = await sendBytes({ method: 'GET', target: `/incidents/${id}`, headers: anyEncoding })
    const changed = await sendBytes({ method: 'PATCH', target: `/incidents/${id}`, headers: anyEncoding, body })

    for (const { status, headers, text } of [read, changed]) {
      expect({ status, coding: headers.get('content-encoding') }).toEqual({ status: 200, coding: null })
      expect(headers.get('etag')).toMatch(/^"\d+"$/)
      expect(headers.get('cache-control')).toMatch(/\bno-transform\b/)
      expect(text.length).toBeGreaterThan(long.description.length)
    }
  })

  test('attaching a file raises the version of an incident, and adding a comment does not', async () => {
    const incident = await createIncident()

    const withFile = await modify(incident)
    await comment(incident.id)

    expect([withFile.version, (await readIncident(incident.id)).version]).toEqual([2, 2])
  })
})

describe('concurrent changes', () => {
  const sixtyFour = Array.from({ length: 64 }, (_, index) => index)

  test('one of 64 parallel patches with the same version in If-Match gets 200, and 63 get 412', async () => {
    const { id } = await createIncident()

    const responses = await Promise.all(
      sixtyFour.map((number) => patchIncident(id, { name: `No. ${number}` }, ifMatch('"1"'))),
    )

    const changed = responses.filter(({ status }) => status === 200)
    const rejected = responses.filter(({ status }) => status === 412)
    expect([changed.length, rejected.length]).toEqual([1, 63])
    const reasons = rejected.map(({ body: { currentVersion, changedFields } }) => ({ currentVersion, changedFields }))
    expect(reasons).toEqual(reasons.map(() => ({ currentVersion: 2, changedFields: ['name'] })))
    expect(await readIncident(id)).toEqual(changed[0]!.body)
  })

  test('64 parallel patches without If-Match are all stored, and each returns a different version', async () => {
    const { id } = await createIncident()

    const responses = await Promise.all(sixtyFour.map((number) => patchIncident(id, { name: `No. ${number}` })))

    const versions = responses.map(({ body }) => body.version).toSorted((one, other) => one - other)
    expect(versions).toEqual(sixtyFour.map((number) => number + 2))
    expect(await readIncident(id)).toEqual(responses.find(({ body }) => body.version === 65)!.body)
  })

  test('one of 16 parallel deletions of one incident gets 204, and 15 get 404', async () => {
    const { id } = await createIncident()

    const responses = await Promise.all(sixtyFour.slice(0, 16).map(() => deleteIncident(id)))

    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 15 }, () => 404)])
  })

  test('16 parallel restorations of one incident all return the same restored incident', async () => {
    const { id } = await createIncident()
    await deleteIncident(id)

    const responses = await Promise.all(sixtyFour.slice(0, 16).map(() => restoreIncident(id)))

    const restored = await readIncident(id)
    expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
      responses.map(() => ({ status: 200, body: restored })),
    )
    expect(restored.version).toBe(3)
  })
})
