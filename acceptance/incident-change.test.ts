import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeIncident, patchIncident } from './support/changes.ts'
import { integration } from './support/client.ts'
import { listComments } from './support/comments.ts'
import { everyField } from './support/every-field.ts'
import { createIncident, listIncidents, readIncident, unique } from './support/incidents.ts'
import { auditor, location, otherState, plainCategory, plainType, point, staffMember } from './support/organization.ts'
import type { Incident } from './support/resources.ts'

const full = () => everyField(unique('ERP'))

const commentsOf = async (id: string) => (await listComments(id)).body.data

describe('a patch of one field', () => {
  test.each<[string, Record<string, unknown>]>([
    ['name', { name: 'Ice on the floor' }],
    ['description', { description: 'Two metres from the door.' }],
    ['typeId', { typeId: plainType.id }],
    ['typeId and categoryId', { typeId: plainType.id, categoryId: plainCategory.id }],
    ['priority', { priority: 'CRITICAL' }],
    ['locationId', { locationId: location.id }],
    ['locationId and pointId', { locationId: location.id, pointId: point.id }],
    ['assigneeId', { assigneeId: staffMember.id }],
    ['occurredAt', { occurredAt: '2026-03-01T08:30:00.000Z' }],
    ['tags', { tags: ['wet', 'cold, dark'] }],
    ['latitude and longitude', { latitude: -90, longitude: 180 }],
    ['externalId', { externalId: 'ERP-2' }],
    ['stateId', { stateId: otherState.id }],
  ])('update-incident sets %s, leaves the other fields unchanged and raises the version by one', async (_, patch) => {
    const before = await createIncident()

    const { status, body } = await patchIncident(before.id, patch)

    const { lastModifiedAt } = body
    expect({ status, body }).toEqual({ status: 200, body: { ...before, ...patch, lastModifiedAt, version: 2 } })
    expect(lastModifiedAt > before.lastModifiedAt).toBe(true)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['description', { description: null }, {}],
    ['categoryId', { categoryId: null }, {}],
    ['typeId and categoryId', { typeId: null, categoryId: null }, {}],
    ['pointId', { pointId: null }, {}],
    ['locationId and pointId', { locationId: null, pointId: null }, {}],
    ['assigneeId', { assigneeId: null }, {}],
    ['tags', { tags: null }, { tags: [] }],
    ['latitude and longitude', { latitude: null, longitude: null }, {}],
    ['externalId', { externalId: null }, {}],
  ])('update-incident clears %s when the patch has null', async (_, patch, cleared) => {
    const before = await createIncident(full())

    const after = await changeIncident(before.id, patch)

    expect(after).toEqual({ ...before, ...patch, ...cleared, lastModifiedAt: after.lastModifiedAt, version: 2 })
  })

  test('get-incident and list-incidents return a change as soon as update-incident has answered', async () => {
    const externalId = unique('ERP')
    const { id } = await createIncident({ externalId })

    const changed = await changeIncident(id, { name: 'Ice', tags: ['ice'] })

    const { data } = (await listIncidents({ externalId, tags: 'ice', q: 'ice' })).body
    expect([await readIncident(id), ...data]).toEqual([changed, changed])
  })
})

describe('a patch that changes nothing', () => {
  test.each<[string, (incident: Incident) => object]>([
    ['no field', () => ({})],
    ['the stored values', ({ name, tags, typeId, stateId }) => ({ name, tags, typeId, stateId })],
    ['null for an empty field', () => ({ description: null })],
    ['an id in upper case', ({ typeId }) => ({ typeId: typeId!.toUpperCase() })],
    ['an instant in another offset', () => ({ occurredAt: '2026-03-01T10:30:00.0001+02:00' })],
  ])('update-incident answers 200 and does not raise the version when a patch has %s', async (_, patchOf) => {
    const before = await createIncident({ ...full(), description: undefined })

    const { status, body } = await patchIncident(before.id, patchOf(before))

    expect({ status, body }).toEqual({ status: 200, body: before })
  })
})

describe('a comment in a patch', () => {
  test('update-incident stores the comment of a patch as a comment made through the API', async () => {
    const { id } = await createIncident()

    await changeIncident(id, { name: 'Ice', comment: 'It froze.' })

    expect(await commentsOf(id)).toMatchObject([{ message: 'It froze.', createdBy: auditor.id, edited: false }])
    const [comment] = await commentsOf(id)
    expect((await integration.patch(`/comments/${comment!.id}`, { message: 'It thawed.' })).status).toBe(200)
  })

  test('a patch that contains only a comment does not raise the version of the incident', async () => {
    const before = await createIncident()

    const { status, body } = await patchIncident(before.id, { comment: 'Seen.' })

    expect({ status, body }).toEqual({ status: 200, body: before })
    expect(await commentsOf(before.id)).toMatchObject([{ message: 'Seen.' }])
  })

  test.each([
    ['a violated rule', { latitude: 1 }, {}],
    ['a missing reference', { locationId: randomUUID() }, {}],
    ['an outdated If-Match', { name: 'Ice' }, { 'if-match': '"7"' }],
  ])('a patch that is rejected for %s adds no comment', async (_, patch, headers) => {
    const before = await createIncident()

    const { status } = await patchIncident(before.id, { ...patch, comment: 'Seen.' }, headers)

    expect(status).toBeGreaterThanOrEqual(400)
    expect(await commentsOf(before.id)).toEqual([])
  })
})

test('two concurrent patches of different fields are both stored', async () => {
  const { id } = await createIncident()

  await Promise.all([changeIncident(id, { name: 'Ice' }), changeIncident(id, { description: 'Slippery.' })])

  expect(await readIncident(id)).toMatchObject({ name: 'Ice', description: 'Slippery.', version: 3 })
})
