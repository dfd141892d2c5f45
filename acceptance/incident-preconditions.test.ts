import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeIncident, deleteIncident, patchIncident } from './support/changes.ts'
import { integration } from './support/client.ts'
import { comment, listComments } from './support/comments.ts'
import { createIncident, modify, readIncident } from './support/incidents.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'
import type { Incident } from './support/resources.ts'

const ifMatch = (...tags: string[]) => ({ 'if-match': tags.join(', ') })
const tagOf = ({ version }: Incident): string => `"${version}"`

/** Creates an incident and changes its name and then its tags, so that it has version 3. */
async function changedTwice(): Promise<Incident> {
  const { id } = await createIncident()
  await changeIncident(id, { name: 'Ice', priority: 'MAJOR' })
  return changeIncident(id, { tags: ['ice'] })
}

describe('If-Match', () => {
  test.each<[string, (current: string) => string]>([
    ['the current version', (current) => current],
    ['the current version between blanks', (current) => ` \t${current}\t `],
    ['several versions, one of them current', (current) => `"1", ${current}, "99"`],
    ['several versions without blanks', (current) => `"1",${current}`],
    ['a weak tag beside the current version', (current) => `W/"1", ${current}`],
    ['any version', () => '*'],
  ])('changes an incident when If-Match has %s', async (_, headerOf) => {
    const before = await changedTwice()

    const { status, body } = await patchIncident(before.id, { name: 'Leak' }, ifMatch(headerOf(tagOf(before))))

    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Leak', version: 4 } })
  })

  test.each([
    ['an earlier version', '"2"', { currentVersion: 3, changedFields: ['tags'] }],
    ['the first version', '"1"', { currentVersion: 3, changedFields: ['name', 'priority', 'tags'] }],
    ['two earlier versions', '"1", "2"', { currentVersion: 3, changedFields: ['tags'] }],
    ['a later version', '"4"', { currentVersion: 3 }],
    ['the current version as a weak tag', 'W/"3"', { currentVersion: 3 }],
    ['an empty tag', '""', { currentVersion: 3 }],
    ['a fraction', '"1.5"', { currentVersion: 3 }],
    ['a number in another notation', '"3.0", "0x3", "3e0", "03", " 3", "+3"', { currentVersion: 3 }],
    ['a negative number', '"-1"', { currentVersion: 3 }],
    ['a number beyond all integers', `"${'9'.repeat(400)}"`, { currentVersion: 3 }],
    ['a text', '"three"', { currentVersion: 3 }],
  ])('answers 412 when If-Match has %s, and stores nothing', async (_, header, known) => {
    const before = await changedTwice()

    const response = await patchIncident(before.id, { name: 'Leak', comment: 'Seen.' }, ifMatch(header))

    const { currentVersion, changedFields } = response.body
    expect(rejectionOf(response)).toEqual(rejected(412, 'incident_changed'))
    expect({ currentVersion, ...(changedFields && { changedFields }) }).toEqual(known)
    expect(await readIncident(before.id)).toEqual(before)
    expect((await listComments(before.id)).body.data).toEqual([])
  })

  test('a 412 response lists mediaIds as changed if a file was attached after the version in If-Match', async () => {
    const before = await createIncident()
    await modify(before)

    expect((await patchIncident(before.id, { name: 'Leak' }, ifMatch('"1"'))).body).toMatchObject({
      currentVersion: 2,
      changedFields: ['mediaIds'],
    })
  })

  test.each([
    ['nothing', ''],
    ['no quotes', '1'],
    ['one quote', '"1'],
    ['two tags without a comma', '"1" "2"'],
    ['a comma at the end', '"1",'],
    ['only commas', ',,'],
    ['a star and a tag', '*, "1"'],
    ['two stars', '**'],
    ['a weak star', 'W/*'],
    ['a lower-case weak tag', 'w/"1"'],
    ['single quotes', "'1'"],
  ])('answers 400 to a malformed If-Match with %s', async (_, header) => {
    const before = await createIncident()

    const responses = [
      await patchIncident(before.id, { name: 'Leak' }, { 'if-match': header }),
      await deleteIncident(before.id, { 'if-match': header }),
    ]

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => invalidRequest('if-match invalid_format')))
    expect(await readIncident(before.id)).toEqual(before)
  })

  test.each([
    ['60,000 commas', ','.repeat(60_000)],
    ['60,000 quotes', '"'.repeat(60_000)],
    ['a tag and 60,000 blanks', `"1"${' '.repeat(60_000)}x`],
    ['30,000 empty elements', `"1"${' ,'.repeat(30_000)}`],
    ['a tag of 60,000 letters', `"${'a'.repeat(60_000)}`],
    ['15,000 weak tags cut off', 'W/"",'.repeat(12_000)],
  ])('answers 400 to an If-Match of nearly 64 KiB: %s', async (_, header) => {
    const { id } = await createIncident()

    const response = await patchIncident(id, { name: 'Leak' }, { 'if-match': header })

    expect(rejectionOf(response)).toEqual(invalidRequest('if-match invalid_format'))
  })

  test('answers 412 to an If-Match with 12,000 outdated ETags, and 200 if the current ETag follows them', async () => {
    const { id } = await changedTwice()
    const others = Array.from({ length: 12_000 }, () => '"1"')

    const response = await patchIncident(id, { name: 'Leak' }, { 'if-match': others.join() })

    expect([response.status, response.body.changedFields]).toEqual([412, ['name', 'priority', 'tags']])
    expect((await patchIncident(id, { name: 'Leak' }, { 'if-match': [...others, '"3"'].join() })).status).toBe(200)
  })

  test('a patch with an outdated If-Match gets 412 even if the patch violates rules, but 400 if a field is malformed', async () => {
    const { id } = await changedTwice()

    const responses = [
      await patchIncident(id, { name: null, locationId: randomUUID() }, ifMatch('"1"')),
      await patchIncident(id, { name: 1 }, ifMatch('"1"')),
    ]

    expect(responses.map(rejectionOf)).toEqual([rejected(412, 'incident_changed'), invalidRequest('/name wrong_type')])
  })

  test.each(['*', '"1"'])('answers 404 to a change of an unknown incident with If-Match: %s', async (header) => {
    const id = randomUUID()
    const responses = [
      await patchIncident(id, { name: 'Leak' }, ifMatch(header)),
      await deleteIncident(id, ifMatch(header)),
    ]

    expect(responses.map(rejectionOf)).toEqual(responses.map(() => rejected(404, 'incident_not_found')))
  })

  test('delete-incident deletes an incident only if its current version is in If-Match', async () => {
    const before = await changedTwice()
    const outdated = await deleteIncident(before.id, ifMatch('"2"', 'W/"3"'))

    expect(rejectionOf(outdated)).toEqual(rejected(412, 'incident_changed'))
    expect(outdated.body).toMatchObject({ currentVersion: 3, changedFields: ['tags'] })
    expect(await readIncident(before.id)).toEqual(before)
    expect((await deleteIncident(before.id, ifMatch('"3"'))).status).toBe(204)
  })

  test('create-incident, list-incidents, update-comment and delete-comment ignore If-Match', async () => {
    const { id } = await createIncident()
    const { id: commentId } = await comment(id)
    const headers = ifMatch('"99"')

    const responses = [
      await integration.post('/incidents', { clientRequestId: randomUUID(), name: 'Leak' }, { headers }),
      await integration.get('/incidents', { query: { limit: 1 }, headers }),
      await integration.patch(`/comments/${commentId}`, { message: 'x' }, { headers }),
      await integration.delete(`/comments/${commentId}`, { headers }),
    ]

    expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 204])
  })
})
