import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { references } from './support/every-field.ts'
import { createIncident, tryCreation, unique } from './support/incidents.ts'
import { invalidIncident, rejectionOf } from './support/rejection.ts'

/** Emoji that is one Unicode code point, two UTF-16 code units and four UTF-8 bytes. */
const emoji = '🚨'

describe('clientRequestId', () => {
  test('rejects a creation without a clientRequestId', async () => {
    expect(rejectionOf(await tryCreation({ clientRequestId: undefined }))).toEqual(
      invalidIncident('/clientRequestId required'),
    )
  })

  test.each(['', 'order-17', randomUUID().slice(1), `{${randomUUID()}}`, `urn:uuid:${randomUUID()}`])(
    'rejects the clientRequestId %j, which is not a UUID',
    async (clientRequestId) => {
      expect(rejectionOf(await tryCreation({ clientRequestId }))).toEqual(
        invalidIncident('/clientRequestId invalid_format'),
      )
    },
  )

  test('returns a clientRequestId in lower case when it was sent in upper case', async () => {
    const clientRequestId = randomUUID()

    const incident = await createIncident({ clientRequestId: clientRequestId.toUpperCase() })

    expect(incident.clientRequestId).toBe(clientRequestId)
  })
})

describe('name', () => {
  test.each([
    ['letters', 'n'.repeat(250)],
    ['emoji', emoji.repeat(250)],
  ])('accepts a name of 250 %s', async (_, name) => {
    expect((await createIncident({ name })).name).toBe(name)
  })

  test.each([
    ['letters', 'n'.repeat(251)],
    ['emoji', emoji.repeat(251)],
  ])('rejects a name of 251 %s', async (_, name) => {
    expect(rejectionOf(await tryCreation({ name }))).toEqual(invalidIncident('/name too_long'))
  })

  test('keeps spaces at the start and end of a name', async () => {
    expect((await createIncident({ name: '  Leak  ' })).name).toBe('  Leak  ')
  })
})

describe('description', () => {
  test('accepts a long description with many lines', async () => {
    const description = `A line with "quotes", \\ and ${emoji}.\r\n\t`.repeat(1000)

    expect((await createIncident({ description })).description).toBe(description)
  })
})

describe('priority', () => {
  test.each(['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'])('accepts the priority %s', async (priority) => {
    expect((await createIncident({ priority })).priority).toBe(priority)
  })

  test.each(['', 'normal', 'BLOCKER', 'MAJOR '])('rejects %j as a priority', async (priority) => {
    expect(rejectionOf(await tryCreation({ priority }))).toEqual(invalidIncident('/priority not_allowed_value'))
  })

  test('sets the priority to NORMAL when the creation omits the priority', async () => {
    expect((await createIncident({ priority: undefined })).priority).toBe('NORMAL')
  })
})

describe('identifiers', () => {
  test('returns the ids of the type, category, location, point and assignee as sent', async () => {
    expect(await createIncident(references)).toMatchObject(references)
  })

  test('returns ids in lower case when they were sent in upper case', async () => {
    const inUpperCase = Object.entries(references).map(([field, id]) => [field, id.toUpperCase()])

    expect(await createIncident(Object.fromEntries(inUpperCase))).toMatchObject(references)
  })

  test.each(Object.keys(references))('rejects a text that is not a UUID in the field %s', async (field) => {
    expect(rejectionOf(await tryCreation({ [field]: 'ground-floor' }))).toEqual(
      invalidIncident(`/${field} invalid_format`),
    )
  })

  test('accepts null as a pointId', async () => {
    expect((await createIncident({ pointId: null })).pointId).toBeNull()
  })
})

describe('tags', () => {
  test('returns an empty list of tags when the creation omits tags', async () => {
    expect((await createIncident({ tags: undefined })).tags).toEqual([])
  })

  test.each([[[]], [['b', 'a', 'B']], [['1', '01', ' 1', 'é', 'e\u0301']]])(
    'returns the tags %j in the order in which they were sent',
    async (tags) => {
      expect((await createIncident({ tags })).tags).toEqual(tags)
    },
  )

  test('accepts tags of 100 code points', async () => {
    const tags = ['t'.repeat(100), emoji.repeat(100)]

    expect((await createIncident({ tags })).tags).toEqual(tags)
  })

  test.each([
    ['letters', 't'.repeat(101)],
    ['emoji', emoji.repeat(101)],
  ])('rejects a tag of 101 %s', async (_, tag) => {
    expect(rejectionOf(await tryCreation({ tags: ['fine', tag] }))).toEqual(invalidIncident('/tags/1 too_long'))
  })

  test('rejects repeated tags and reports each repetition', async () => {
    expect(rejectionOf(await tryCreation({ tags: ['a', 'a', '__proto__', 'b', 'a', '__proto__'] }))).toEqual(
      invalidIncident('/tags/1 not_unique', '/tags/4 not_unique', '/tags/5 not_unique'),
    )
  })

  test('reports only the first violation of a creation with more than 10,000 tags', async () => {
    const { status, body } = await tryCreation({ tags: Array.from({ length: 20_000 }, () => 1 as unknown as string) })

    expect({ status, violations: body.errors.length }).toEqual({ status: 400, violations: 1 })
  })

  test.each([
    { stateId: 1, clientRequestId: 'x' },
    { name: 5, locationId: 'x' },
    { name: Array.from({ length: 20_000 }, () => 'x'), tags: 5 },
  ])('answers 400 to a creation with more than 10,000 tags and other invalid fields: %#', async (fields) => {
    const many: Record<string, unknown> = { tags: Array.from({ length: 20_000 }, (_, n) => String(n)), ...fields }

    expect((await tryCreation(many)).status).toBe(400)
  })

  test('accepts and returns 1,000 tags', async () => {
    const tags = Array.from({ length: 1000 }, (_, index) => `tag ${index}`)

    expect((await createIncident({ tags })).tags).toEqual(tags)
  })
})

describe('latitude and longitude', () => {
  test.each([
    [90, 180],
    [-90, -180],
    [0, 0],
    [52.52000812345679, -13.404953999999998],
  ])('returns the latitude %d and the longitude %d exactly', async (latitude, longitude) => {
    expect(await createIncident({ latitude, longitude })).toMatchObject({ latitude, longitude })
  })

  test.each([
    [90.000001, 0, '/latitude out_of_range'],
    [-90.000001, 0, '/latitude out_of_range'],
    [0, 180.000001, '/longitude out_of_range'],
    [0, -180.000001, '/longitude out_of_range'],
  ])('rejects the latitude %d with the longitude %d', async (latitude, longitude, violation) => {
    expect(rejectionOf(await tryCreation({ latitude, longitude }))).toEqual(invalidIncident(violation))
  })

  test('rejects a latitude without a longitude', async () => {
    expect(rejectionOf(await tryCreation({ latitude: 1 }))).toEqual(
      invalidIncident('/longitude coordinates_incomplete'),
    )
  })

  test('rejects a longitude without a latitude', async () => {
    expect(rejectionOf(await tryCreation({ longitude: 1 }))).toEqual(
      invalidIncident('/latitude coordinates_incomplete'),
    )
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ latitude: 91 }, '/latitude out_of_range', '/longitude coordinates_incomplete'],
    [{ longitude: '9.9' }, '/longitude wrong_type', '/latitude coordinates_incomplete'],
  ])('reports both the invalid coordinate in %j and the missing coordinate', async (fields, ...violations) => {
    expect(rejectionOf(await tryCreation(fields))).toEqual(invalidIncident(...violations))
    expect(rejectionOf(await tryCreation({ ...fields, configVersion: 0 }))).toEqual(
      invalidIncident(...violations, '/configVersion out_of_range'),
    )
  })

  test('reports only the wrong type of a null latitude, but not the missing longitude', async () => {
    expect(rejectionOf(await tryCreation({ latitude: null }))).toEqual(invalidIncident('/latitude wrong_type'))
  })

  test('returns null as latitude and longitude when the creation omits both', async () => {
    expect(await createIncident()).toMatchObject({ latitude: null, longitude: null })
  })
})

describe('externalId', () => {
  test('returns an externalId with unusual characters exactly as sent', async () => {
    const externalId = unique(` ERP/${emoji}\\%_ `)

    expect((await createIncident({ externalId })).externalId).toBe(externalId)
  })

  test('accepts the same externalId for several incidents', async () => {
    const externalId = unique('order')
    const first = await createIncident({ externalId })
    const second = await createIncident({ externalId })

    expect(second.id).not.toBe(first.id)
  })
})
