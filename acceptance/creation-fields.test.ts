import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createIncident, tryCreation, unique } from './support/incidents.ts'
import { location, plainCategory, plainType, point, staffMember } from './support/organization.ts'
import { invalidIncident, rejectionOf } from './support/rejection.ts'

/** One code point, two UTF-16 units, four bytes. */
const emoji = '🚨'

describe('clientRequestId', () => {
  test('is required', async () => {
    expect(rejectionOf(await tryCreation({ clientRequestId: undefined }))).toEqual(
      invalidIncident('/clientRequestId required'),
    )
  })

  test.each(['', 'order-17', randomUUID().slice(1), `{${randomUUID()}}`, `urn:uuid:${randomUUID()}`])(
    'cannot be %j, which is no UUID',
    async (clientRequestId) => {
      expect(rejectionOf(await tryCreation({ clientRequestId }))).toEqual(
        invalidIncident('/clientRequestId invalid_format'),
      )
    },
  )

  test('comes back in lower case', async () => {
    const clientRequestId = randomUUID()

    const incident = await createIncident({ clientRequestId: clientRequestId.toUpperCase() })

    expect(incident.clientRequestId).toBe(clientRequestId)
  })
})

describe('name', () => {
  test.each([
    ['letters', 'n'.repeat(250)],
    ['emoji', emoji.repeat(250)],
  ])('may have 250 %s', async (_, name) => {
    expect((await createIncident({ name })).name).toBe(name)
  })

  test.each([
    ['letters', 'n'.repeat(251)],
    ['emoji', emoji.repeat(251)],
  ])('may not have 251 %s', async (_, name) => {
    expect(rejectionOf(await tryCreation({ name }))).toEqual(invalidIncident('/name too_long'))
  })

  test('keeps the spaces around it', async () => {
    expect((await createIncident({ name: '  Leak  ' })).name).toBe('  Leak  ')
  })
})

describe('description', () => {
  test('may be long and have many lines', async () => {
    const description = `A line with "quotes", \\ and ${emoji}.\r\n\t`.repeat(1000)

    expect((await createIncident({ description })).description).toBe(description)
  })
})

describe('priority', () => {
  test.each(['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'])('may be %s', async (priority) => {
    expect((await createIncident({ priority })).priority).toBe(priority)
  })

  test.each(['', 'normal', 'BLOCKER', 'MAJOR '])('cannot be %j', async (priority) => {
    expect(rejectionOf(await tryCreation({ priority }))).toEqual(invalidIncident('/priority not_allowed_value'))
  })

  test('is NORMAL where it was not sent', async () => {
    expect((await createIncident({ priority: undefined })).priority).toBe('NORMAL')
  })
})

describe('identifiers', () => {
  const references = {
    typeId: plainType.id,
    categoryId: plainCategory.id,
    locationId: location.id,
    pointId: point.id,
    assigneeId: staffMember.id,
  }

  test('come back as they were sent', async () => {
    expect(await createIncident(references)).toMatchObject(references)
  })

  test('come back in lower case', async () => {
    const inUpperCase = Object.entries(references).map(([field, id]) => [field, id.toUpperCase()])

    expect(await createIncident(Object.fromEntries(inUpperCase))).toMatchObject(references)
  })

  test.each(Object.keys(references))('%s cannot be a text that is no UUID', async (field) => {
    expect(rejectionOf(await tryCreation({ [field]: 'ground-floor' }))).toEqual(
      invalidIncident(`/${field} invalid_format`),
    )
  })

  test('pointId may be null', async () => {
    expect((await createIncident({ pointId: null })).pointId).toBeNull()
  })
})

describe('tags', () => {
  test('are none where they were not sent', async () => {
    expect((await createIncident({ tags: undefined })).tags).toEqual([])
  })

  test.each([[[]], [['b', 'a', 'B']], [['1', '01', ' 1', 'é', 'e\u0301']]])('%j come back in order', async (tags) => {
    expect((await createIncident({ tags })).tags).toEqual(tags)
  })

  test('may have 100 code points each', async () => {
    const tags = ['t'.repeat(100), emoji.repeat(100)]

    expect((await createIncident({ tags })).tags).toEqual(tags)
  })

  test.each([
    ['letters', 't'.repeat(101)],
    ['emoji', emoji.repeat(101)],
  ])('may not have 101 %s', async (_, tag) => {
    expect(rejectionOf(await tryCreation({ tags: ['fine', tag] }))).toEqual(invalidIncident('/tags/1 too_long'))
  })

  test('may not repeat any value, and each repetition is reported', async () => {
    expect(rejectionOf(await tryCreation({ tags: ['a', 'a', '__proto__', 'b', 'a', '__proto__'] }))).toEqual(
      invalidIncident('/tags/1 not_unique', '/tags/4 not_unique', '/tags/5 not_unique'),
    )
  })

  test('ten thousand tags and more get their first violation only', async () => {
    const { status, body } = await tryCreation({ tags: Array.from({ length: 20_000 }, () => 1 as unknown as string) })

    expect({ status, violations: body.errors.length }).toEqual({ status: 400, violations: 1 })
  })

  test.each([
    { stateId: 1, clientRequestId: 'x' },
    { name: 5, locationId: 'x' },
    { name: Array.from({ length: 20_000 }, () => 'x'), tags: 5 },
  ])('ten thousand tags and more hide other violations, and do no harm: %#', async (fields) => {
    const many: Record<string, unknown> = { tags: Array.from({ length: 20_000 }, (_, n) => String(n)), ...fields }

    expect((await tryCreation(many)).status).toBe(400)
  })

  test('may be very many', async () => {
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
  ])('come back exactly: %d, %d', async (latitude, longitude) => {
    expect(await createIncident({ latitude, longitude })).toMatchObject({ latitude, longitude })
  })

  test.each([
    [90.000001, 0, '/latitude out_of_range'],
    [-90.000001, 0, '/latitude out_of_range'],
    [0, 180.000001, '/longitude out_of_range'],
    [0, -180.000001, '/longitude out_of_range'],
  ])('cannot be %d, %d', async (latitude, longitude, violation) => {
    expect(rejectionOf(await tryCreation({ latitude, longitude }))).toEqual(invalidIncident(violation))
  })

  test('latitude cannot be sent alone', async () => {
    expect(rejectionOf(await tryCreation({ latitude: 1 }))).toEqual(
      invalidIncident('/longitude coordinates_incomplete'),
    )
  })

  test('longitude cannot be sent alone', async () => {
    expect(rejectionOf(await tryCreation({ longitude: 1 }))).toEqual(
      invalidIncident('/latitude coordinates_incomplete'),
    )
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ latitude: 91 }, '/latitude out_of_range', '/longitude coordinates_incomplete'],
    [{ longitude: '9.9' }, '/longitude wrong_type', '/latitude coordinates_incomplete'],
  ])('%j is wrong in itself, and lacks the other one', async (fields, ...violations) => {
    expect(rejectionOf(await tryCreation(fields))).toEqual(invalidIncident(...violations))
    expect(rejectionOf(await tryCreation({ ...fields, configVersion: 0 }))).toEqual(
      invalidIncident(...violations, '/configVersion out_of_range'),
    )
  })

  test('null is wrong in itself, and asks for nothing', async () => {
    expect(rejectionOf(await tryCreation({ latitude: null }))).toEqual(invalidIncident('/latitude wrong_type'))
  })

  test('are null where they were not sent', async () => {
    expect(await createIncident()).toMatchObject({ latitude: null, longitude: null })
  })
})

describe('externalId', () => {
  test('is whatever the other system uses', async () => {
    const externalId = unique(` ERP/${emoji}\\%_ `)

    expect((await createIncident({ externalId })).externalId).toBe(externalId)
  })

  test('may stand for several incidents', async () => {
    const externalId = unique('order')
    const first = await createIncident({ externalId })
    const second = await createIncident({ externalId })

    expect(second.id).not.toBe(first.id)
  })
})
