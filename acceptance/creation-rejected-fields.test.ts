import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integration } from './support/client.ts'
import { creation, tryCreation } from './support/incidents.ts'
import { current, plainCategory, point } from './support/organization.ts'
import { invalidIncident, rejectionOf } from './support/rejection.ts'

describe('fields of another JSON type', () => {
  const wrongValues: Record<string, unknown[]> = {
    clientRequestId: [null, 1, true, [], {}],
    configVersion: [null, '1', true, [], {}, 1.5],
    name: [null, 1, true, [], {}],
    description: [null, 1, true, [], {}],
    typeId: [null, 1, true, [], {}],
    categoryId: [null, 1, true, [], {}],
    priority: [null, 1, true, [], {}],
    locationId: [null, 1, true, [], {}],
    pointId: [1, true, [], {}],
    assigneeId: [null, 1, true, [], {}],
    occurredAt: [null, 1, true, [], {}],
    tags: [null, 1, true, 'wet', {}],
    latitude: [null, '1', true, [], {}],
    longitude: [null, '1', true, [], {}],
    externalId: [null, 1, true, [], {}],
  }

  test.each(Object.entries(wrongValues))(
    'rejects values of a wrong JSON type in the field %s',
    async (field, values) => {
      for (const value of values) {
        const { status, body } = await tryCreation({ latitude: 1, longitude: 1, [field]: value })

        expect({ value, status, code: body.code }).toEqual({ value, status: 400, code: 'invalid_incident' })
        const reported = body.errors?.filter(({ pointer }) => pointer === `/${field}`).map(({ code }) => code)
        expect({ value, reported }).toEqual({ value, reported: ['wrong_type'] })
      }
    },
  )

  test.each([
    ['typeId', { categoryId: plainCategory.id }],
    ['configVersion', { typeId: randomUUID() }],
    ['locationId', { pointId: point.id }],
  ])(
    'reports only the wrong JSON type of the field %s, and no violation of dependent fields',
    async (field, fields) => {
      expect(rejectionOf(await tryCreation({ ...fields, [field]: true }))).toEqual(
        invalidIncident(`/${field} wrong_type`),
      )
    },
  )

  test.each([null, 1, true, [], {}])('rejects %j as a tag', async (tag) => {
    expect(rejectionOf(await tryCreation({ tags: ['wet', tag] }))).toEqual(invalidIncident('/tags/1 wrong_type'))
  })

  test.each([[[]], [[creation()]], ['text'], [1], [true], [null]])(
    'rejects %j as the request body of a creation',
    async (body) => {
      const response = await integration.post('/incidents', body)

      expect(response.status).toBe(400)
      expect(rejectionOf(response).errors).toContain(' wrong_type')
    },
  )
})

describe('fields that must not be sent', () => {
  const setByTheServer = {
    stateId: randomUUID(),
    mediaIds: [],
    createdBy: randomUUID(),
    id: randomUUID(),
    createdAt: '2026-03-01T08:30:00.000Z',
    lastModifiedAt: '2026-03-01T08:30:00.000Z',
    creationConfigVersion: 1,
    colour: 'red',
    Name: 'Leak',
  }

  test.each(Object.entries(setByTheServer))(
    'rejects a creation that sends the field %s, which callers cannot set',
    async (field, value) => {
      expect(rejectionOf(await tryCreation({ [field]: value }))).toEqual(invalidIncident(`/${field} field_not_allowed`))
    },
  )

  test.each(['stateId', 'mediaIds', 'createdBy'])(
    'rejects a creation with null in the field %s, which callers cannot set',
    async (field) => {
      expect(rejectionOf(await tryCreation({ [field]: null }))).toEqual(invalidIncident(`/${field} field_not_allowed`))
    },
  )
})

test('a creation with a wrong JSON type gets a problem with the revision number that the creation was validated against', async () => {
  expect((await tryCreation({ name: 1 })).body.creationConfigVersion).toBe(current.revision)
})
