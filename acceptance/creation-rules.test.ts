import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createIncident, tryCreation } from './support/incidents.ts'
import {
  archivedLocation,
  current,
  defaultProfile,
  demand,
  demandArchived,
  foreignCategory,
  inactiveCategory,
  inactiveType,
  location,
  newlyRequired,
  older,
  plainCategory,
  plainType,
  point,
  pointElsewhere,
  requiredValues,
  retiredCategory,
  retiredType,
} from './support/organization.ts'
import { invalidIncident, rejectionOf, rejected } from './support/rejection.ts'

const unknown = randomUUID()

test('accepts a creation with only a clientRequestId and a name under the default profile', async () => {
  expect((await tryCreation()).status).toBe(201)
})

describe('type', () => {
  test('rejects a type that the creation configuration does not contain', async () => {
    expect(rejectionOf(await tryCreation({ typeId: unknown }))).toEqual(invalidIncident('/typeId unknown_type'))
  })

  test('rejects an inactive type', async () => {
    const response = await tryCreation({ typeId: inactiveType.id })

    expect(rejectionOf(response).errors).toContain('/typeId inactive_type')
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_incident' } })
  })
})

describe('category', () => {
  test('accepts a category that belongs to the sent type', async () => {
    const fields = { typeId: plainType.id, categoryId: plainCategory.id }

    expect(await createIncident(fields)).toMatchObject(fields)
  })

  test('rejects a category that does not belong to the sent type', async () => {
    expect(rejectionOf(await tryCreation({ typeId: plainType.id, categoryId: foreignCategory.id }))).toEqual(
      invalidIncident('/categoryId category_not_in_type'),
    )
  })

  test('rejects a category that the creation configuration does not contain', async () => {
    expect(rejectionOf(await tryCreation({ typeId: plainType.id, categoryId: unknown }))).toEqual(
      invalidIncident('/categoryId unknown_category'),
    )
  })

  test('rejects an inactive category', async () => {
    expect(
      rejectionOf(await tryCreation({ typeId: inactiveCategory.typeId, categoryId: inactiveCategory.id })).errors,
    ).toContain('/categoryId inactive_category')
  })

  test('rejects a creation with a category but without a type', async () => {
    expect(defaultProfile.fields.typeId?.default).toBeUndefined()
    expect(rejectionOf(await tryCreation({ categoryId: plainCategory.id }))).toEqual(
      invalidIncident('/categoryId type_required'),
    )
  })
})

describe('location, point and assignee', () => {
  test('answers 404 to a creation with an unknown location', async () => {
    expect(rejectionOf(await tryCreation({ locationId: unknown }))).toEqual(
      rejected(404, 'reference_not_found', '/locationId location_not_found'),
    )
  })

  test('answers 404 to a creation whose pointId is the id of no point', async () => {
    expect(rejectionOf(await tryCreation({ locationId: location.id, pointId: unknown }))).toEqual(
      rejected(404, 'reference_not_found', '/pointId point_not_found'),
    )
  })

  test('answers 404 to a creation with an unknown assignee', async () => {
    expect(rejectionOf(await tryCreation({ assigneeId: unknown }))).toEqual(
      rejected(404, 'reference_not_found', '/assigneeId assignee_not_found'),
    )
  })

  test('reports an unknown location, point and assignee in one response', async () => {
    expect(rejectionOf(await tryCreation({ locationId: unknown, pointId: unknown, assigneeId: unknown }))).toEqual(
      rejected(
        404,
        'reference_not_found',
        '/locationId location_not_found',
        '/pointId point_not_found',
        '/assigneeId assignee_not_found',
      ),
    )
  })

  test('rejects a point that belongs to another location', async () => {
    expect(rejectionOf(await tryCreation({ locationId: location.id, pointId: pointElsewhere.id }))).toEqual(
      invalidIncident('/pointId point_not_in_location'),
    )
  })

  test('rejects a creation with a point but without a location', async () => {
    expect(defaultProfile.fields.locationId?.default).toBeUndefined()
    expect(rejectionOf(await tryCreation({ pointId: point.id }))).toEqual(invalidIncident('/pointId location_required'))
  })

  test('rejects an archived location under the current configuration revision', async () => {
    expect(rejectionOf(await tryCreation({ locationId: archivedLocation.id }))).toEqual(
      invalidIncident('/locationId location_archived'),
    )
  })

  test('accepts an archived location under an older configuration revision', async () => {
    const incident = await createIncident({ locationId: archivedLocation.id, configVersion: older.revision })

    expect(incident.locationId).toBe(archivedLocation.id)
  })
})

describe.each([
  ['Point', '/pointId point_archived', () => archivedPoint()],
  ['user', '/assigneeId assignee_archived', () => ({ assigneeId: demandArchived.user().id })],
])('an archived %s', (_, violation, fields) => {
  test('rejects an archived point or assignee under the current configuration revision', async () => {
    expect(rejectionOf(await tryCreation(fields())).errors).toContain(violation)
  })

  test('accepts an archived point or assignee under an older configuration revision', async () => {
    const incident = await createIncident({ ...fields(), configVersion: older.revision })

    expect(incident).toMatchObject(fields())
  })
})

const archivedPoint = () => {
  const { id: pointId, locationId } = demandArchived.point()
  return { pointId, locationId }
}

describe('400 and 404 at once', () => {
  test('answers 400 to a creation that violates rules and has unknown references, and reports both', async () => {
    const fields = { typeId: unknown, locationId: unknown, assigneeId: unknown, latitude: 1 }

    expect(rejectionOf(await tryCreation(fields))).toEqual(
      invalidIncident(
        '/typeId unknown_type',
        '/longitude coordinates_incomplete',
        '/locationId location_not_found',
        '/assigneeId assignee_not_found',
      ),
    )
  })

  test('answers 400 to a creation with a point of another location and an unknown assignee, and reports both', async () => {
    const fields = { locationId: location.id, pointId: pointElsewhere.id, assigneeId: unknown }

    expect(rejectionOf(await tryCreation(fields))).toEqual(
      invalidIncident('/pointId point_not_in_location', '/assigneeId assignee_not_found'),
    )
  })

  test('reports both a name that is too long and an unknown location in one response', async () => {
    expect(rejectionOf(await tryCreation({ name: 'n'.repeat(251), locationId: unknown }))).toMatchObject({
      status: 400,
      errors: ['/locationId location_not_found', '/name too_long'],
    })
  })

  test('reports both a name that is too long and an unknown type in one response', async () => {
    expect(rejectionOf(await tryCreation({ name: 'n'.repeat(251), typeId: unknown }))).toMatchObject({
      status: 400,
      errors: ['/name too_long', '/typeId unknown_type'],
    })
  })
})

describe('configVersion', () => {
  test('records the current configuration revision when the creation sends no configVersion', async () => {
    expect((await createIncident()).creationConfigVersion).toBe(current.revision)
  })

  test('records the older configuration revision that the creation sends as configVersion', async () => {
    expect((await createIncident({ configVersion: older.revision })).creationConfigVersion).toBe(older.revision)
  })

  test('accepts a retired type under an older configuration revision in which the type is active', async () => {
    const incident = await createIncident({ typeId: retiredType.id, configVersion: older.revision })

    expect(incident).toMatchObject({ typeId: retiredType.id, creationConfigVersion: older.revision })
  })

  test('rejects a retired type under the current configuration revision', async () => {
    const response = await tryCreation({ typeId: retiredType.id })

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_incident' } })
    expect(rejectionOf(response).errors.join()).toMatch(/\/typeId (inactive|unknown)_type/)
  })

  test('accepts a retired category under an older configuration revision, but not under the current revision', async () => {
    const { id: categoryId, typeId } = retiredCategory
    const type = demand(current.types, `type ${typeId}`, ({ id }) => id === typeId)
    const before = { ...requiredValues(type, older), categoryId, configVersion: older.revision }

    expect(await createIncident(before)).toMatchObject({ categoryId, creationConfigVersion: older.revision })
    expect(rejectionOf(await tryCreation({ ...requiredValues(type), categoryId }))).toEqual(
      invalidIncident('/categoryId inactive_category'),
    )
  })

  test('requires a newly required field under the current configuration revision, but not under an older revision', async () => {
    const { type, field } = newlyRequired
    const values = requiredValues(type, older)

    expect((await tryCreation({ ...values, configVersion: older.revision })).status).toBe(201)
    expect(rejectionOf(await tryCreation({ ...requiredValues(type), [field]: undefined }))).toEqual(
      invalidIncident(`/${field} required`),
    )
  })

  test.each([999_999, 2 ** 31, 2 ** 53, 1e300])(
    'answers 404 to a creation with the unknown configVersion %d',
    async (configVersion) => {
      expect(rejectionOf(await tryCreation({ configVersion }))).toEqual(
        rejected(404, 'reference_not_found', '/configVersion configuration_not_found'),
      )
    },
  )

  test.each([0, -1, -(2 ** 53)])('rejects the configVersion %d as out of range', async (configVersion) => {
    expect(rejectionOf(await tryCreation({ configVersion }))).toEqual(invalidIncident('/configVersion out_of_range'))
  })

  test('reports both an unknown configVersion and an unknown location in one response', async () => {
    expect(rejectionOf(await tryCreation({ configVersion: 999_999, locationId: unknown }))).toEqual(
      rejected(404, 'reference_not_found', '/configVersion configuration_not_found', '/locationId location_not_found'),
    )
  })

  test('reports an unknown configVersion, and also the values that are invalid under every configuration revision', async () => {
    const fields = { locationId: location.id, pointId: pointElsewhere.id, assigneeId: unknown, latitude: 1 }

    const response = await tryCreation({ configVersion: 999_999, ...fields })

    expect(rejectionOf(response)).toEqual(
      invalidIncident(
        '/configVersion configuration_not_found',
        '/longitude coordinates_incomplete',
        '/pointId point_not_in_location',
        '/assigneeId assignee_not_found',
      ),
    )
    expect(response.body.creationConfigVersion).toBeNull()
  })

  test('reports an unknown configVersion, but not the values that could be valid under some configuration revision', async () => {
    const fields = { typeId: unknown, locationId: archivedLocation.id }

    expect(rejectionOf(await tryCreation({ configVersion: 999_999, ...fields }))).toEqual(
      rejected(404, 'reference_not_found', '/configVersion configuration_not_found'),
    )
  })
})

test.each([
  ['breaks a rule', { typeId: unknown }],
  ['refers to nothing', { locationId: unknown }],
])(
  'a creation that %s gets a problem with the revision number that the creation was validated against',
  async (_, fields) => {
    const now = await tryCreation(fields)
    const before = await tryCreation({ ...fields, configVersion: older.revision })

    expect([now.body.creationConfigVersion, before.body.creationConfigVersion]).toEqual([
      current.revision,
      older.revision,
    ])
  },
)
