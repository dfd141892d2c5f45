import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { patchIncident } from './support/changes.ts'
import { integration } from './support/client.ts'
import { everyField } from './support/every-field.ts'
import { createIncident, readIncident, unique } from './support/incidents.ts'
import {
  foreignCategory,
  inactiveType,
  location,
  plainCategory,
  plainType,
  point,
  pointElsewhere,
} from './support/organization.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'
import type { Incident } from './support/resources.ts'

const full = () => everyField(unique('ERP'))

/** Expects that the incident still equals `before`, the incident as it was before a rejected change. */
const expectUnchanged = async (before: Incident) => expect(await readIncident(before.id)).toEqual(before)

const send = (id: string, contentType: string) =>
  integration.send('PATCH', `/incidents/${id}`, { body: '{"name":"Ice"}', headers: { 'content-type': contentType } })

describe('a rejected patch', () => {
  test.each([
    ['an empty priority', { priority: null }, '/priority wrong_type'],
    ['an empty occurredAt', { occurredAt: null }, '/occurredAt wrong_type'],
    ['an empty stateId', { stateId: null }, '/stateId wrong_type'],
    ['an unknown priority', { priority: 'HIGH' }, '/priority not_allowed_value'],
    ['a name of 251 characters', { name: 'n'.repeat(251) }, '/name too_long'],
    ['a number as description', { description: 1 }, '/description wrong_type'],
    ['a text as tags', { tags: 'wet' }, '/tags wrong_type'],
    ['a tag of 101 characters', { tags: ['t'.repeat(101)] }, '/tags/0 too_long'],
    ['a repeated tag', { tags: ['a', 'b', 'a'] }, '/tags/2 not_unique'],
    ['1,001 tags', { tags: Array.from({ length: 1_001 }, (_, index) => `${index}`) }, '/tags too_long'],
    ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }, '/latitude out_of_range'],
    ['a day that does not exist', { occurredAt: '2026-02-30T00:00:00Z' }, '/occurredAt invalid_format'],
    ['a typeId that is not a UUID', { typeId: 'x' }, '/typeId invalid_format'],
    ['an unstorable text', { description: 'a\0b' }, '/description invalid_text'],
    ['a blank comment', { comment: ' ' }, '/comment invalid_format'],
    ['a comment of 251 characters', { comment: 'c'.repeat(251) }, '/comment too_long'],
  ])('update-incident rejects %s and stores nothing', async (_, patch, violation) => {
    const before = await createIncident(full())

    const response = await patchIncident(before.id, { name: 'Ice', ...patch })

    expect(rejectionOf(response)).toEqual(invalidRequest(violation))
    await expectUnchanged(before)
  })

  test.each([
    'id',
    'clientRequestId',
    'configVersion',
    'creationConfigVersion',
    'mediaIds',
    'createdBy',
    'createdAt',
    'lastModifiedAt',
    'version',
    'nextStates',
    'colour',
    '__proto__',
  ])('update-incident rejects a patch with the field %s, which no patch may contain', async (field) => {
    const before = await createIncident()
    const text = `{"name":"Ice",${JSON.stringify(field)}:${JSON.stringify(before.version)}}`
    const headers = { 'content-type': 'application/merge-patch+json' }

    const response = await integration.send('PATCH', `/incidents/${before.id}`, { body: text, headers })

    expect(rejectionOf(response)).toEqual(invalidRequest(`/${field} field_not_allowed`))
    await expectUnchanged(before)
  })

  test('one response reports every malformed field of a patch', async () => {
    const { id } = await createIncident()

    const response = await patchIncident(id, { name: 1, tags: ['a', 'a'], latitude: 91, colour: 'red', typeId: 'x' })

    expect(rejectionOf(response)).toEqual(
      invalidRequest(
        '/colour field_not_allowed',
        '/latitude out_of_range',
        '/longitude coordinates_incomplete',
        '/name wrong_type',
        '/tags/1 not_unique',
        '/typeId invalid_format',
      ),
    )
  })

  test('one response reports malformed fields, violated rules and unknown references of a patch', async () => {
    const before = await createIncident()
    const rules = { name: ' ', typeId: inactiveType.id, longitude: 1 }
    const references = { stateId: randomUUID(), locationId: randomUUID(), assigneeId: randomUUID() }

    const response = await patchIncident(before.id, { ...rules, ...references, description: 1, tags: ['a', 'a'] })

    expect(rejectionOf(response)).toEqual(
      invalidRequest(
        '/description wrong_type',
        '/tags/1 not_unique',
        '/name required',
        '/typeId inactive_type',
        '/latitude coordinates_incomplete',
        '/stateId state_not_found',
        '/locationId location_not_found',
        '/assigneeId assignee_not_found',
      ),
    )
    await expectUnchanged(before)
  })

  test.each<[string, object, string]>([
    ['typeId', { typeId: 'x', categoryId: foreignCategory.id }, '/typeId invalid_format'],
    ['locationId', { locationId: 7, pointId: pointElsewhere.id }, '/locationId wrong_type'],
    ['latitude', { latitude: 91, longitude: 1 }, '/latitude out_of_range'],
    ['stateId', { stateId: 'closed' }, '/stateId invalid_format'],
    ['priority', { priority: null, description: 'New' }, '/priority wrong_type'],
  ])('the response to a patch with a malformed %s reports no violation of another field', async (_, patch, only) => {
    const kind = { typeId: plainType.id, categoryId: plainCategory.id }
    const { id } = await createIncident({ ...kind, locationId: location.id, pointId: point.id })

    expect(rejectionOf(await patchIncident(id, patch))).toEqual(invalidRequest(only))
  })

  test.each([['[]'], ['"name"'], ['1'], ['null'], ['[{"name":"Ice"}]']])(
    'update-incident rejects the body %s, which is not an object',
    async (body) => {
      const before = await createIncident()
      const headers = { 'content-type': 'application/merge-patch+json' }

      const response = await integration.send('PATCH', `/incidents/${before.id}`, { body, headers })

      expect(rejectionOf(response)).toEqual(invalidRequest(' wrong_type'))
      await expectUnchanged(before)
    },
  )

  test('for an unknown incident, update-incident answers 404 to a valid patch and 400 to a malformed patch', async () => {
    const id = randomUUID()

    expect(rejectionOf(await patchIncident(id, { name: 'Ice' }))).toEqual(rejected(404, 'incident_not_found'))
    expect(rejectionOf(await patchIncident(id, { name: 1 }))).toEqual(invalidRequest('/name wrong_type'))
  })

  test('update-incident reports an id that is not a UUID and a malformed field in one response', async () => {
    expect(rejectionOf(await patchIncident('17', { name: 1 }))).toEqual(
      invalidRequest('/name wrong_type', 'id invalid_format'),
    )
  })
})

describe('the content type of a patch', () => {
  test.each([
    'application/merge-patch+json',
    'application/merge-patch+json; charset=utf-8',
    'application/json',
    'Application/JSON; charset="UTF-8"',
  ])('update-incident accepts a patch with the content type %s', async (contentType) => {
    const { id } = await createIncident()

    expect(await send(id, contentType)).toMatchObject({ status: 200, body: { name: 'Ice' } })
  })

  test.each(['application/json-patch+json', 'application/merge-patch', 'text/plain', 'application/merge-patch+jsonx'])(
    'update-incident answers unsupported_content_type to a patch with the content type %s',
    async (contentType) => {
      const before = await createIncident()

      expect(rejectionOf(await send(before.id, contentType))).toEqual(rejected(400, 'unsupported_content_type'))
      await expectUnchanged(before)
    },
  )

  test('create-incident answers unsupported_content_type to the content type of a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const response = await integration.send('POST', '/incidents', { body: '{}', headers })

    expect(rejectionOf(response)).toEqual(rejected(400, 'unsupported_content_type'))
  })
})
