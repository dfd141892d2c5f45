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
import { invalidIncident, rejectionOf, refused } from './support/rejection.ts'

const unknown = randomUUID()

test('a clientRequestId and a name are enough for the default profile', async () => {
  expect((await tryCreation()).status).toBe(201)
})

describe('type', () => {
  test('cannot be one that the configuration does not have', async () => {
    expect(rejectionOf(await tryCreation({ typeId: unknown }))).toEqual(invalidIncident('/typeId unknown_type'))
  })

  test('cannot be an inactive one', async () => {
    const answer = await tryCreation({ typeId: inactiveType.id })

    expect(rejectionOf(answer).errors).toContain('/typeId inactive_type')
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_incident' } })
  })
})

describe('category', () => {
  test('may be one of the type', async () => {
    const fields = { typeId: plainType.id, categoryId: plainCategory.id }

    expect(await createIncident(fields)).toMatchObject(fields)
  })

  test('cannot be one of another type', async () => {
    expect(rejectionOf(await tryCreation({ typeId: plainType.id, categoryId: foreignCategory.id }))).toEqual(
      invalidIncident('/categoryId category_not_in_type'),
    )
  })

  test('cannot be one that the configuration does not have', async () => {
    expect(rejectionOf(await tryCreation({ typeId: plainType.id, categoryId: unknown }))).toEqual(
      invalidIncident('/categoryId unknown_category'),
    )
  })

  test('cannot be an inactive one', async () => {
    expect(
      rejectionOf(await tryCreation({ typeId: inactiveCategory.typeId, categoryId: inactiveCategory.id })).errors,
    ).toContain('/categoryId inactive_category')
  })

  test('needs a type', async () => {
    expect(defaultProfile.fields.typeId?.default).toBeUndefined()
    expect(rejectionOf(await tryCreation({ categoryId: plainCategory.id }))).toEqual(
      invalidIncident('/categoryId type_required'),
    )
  })
})

describe('location, point and assignee', () => {
  test('an unknown location is not found', async () => {
    expect(rejectionOf(await tryCreation({ locationId: unknown }))).toEqual(
      refused(404, 'reference_not_found', '/locationId location_not_found'),
    )
  })

  test('an unknown point is not found', async () => {
    expect(rejectionOf(await tryCreation({ locationId: location.id, pointId: unknown }))).toEqual(
      refused(404, 'reference_not_found', '/pointId point_not_found'),
    )
  })

  test('an unknown assignee is not found', async () => {
    expect(rejectionOf(await tryCreation({ assigneeId: unknown }))).toEqual(
      refused(404, 'reference_not_found', '/assigneeId assignee_not_found'),
    )
  })

  test('one answer names every missing reference', async () => {
    expect(rejectionOf(await tryCreation({ locationId: unknown, pointId: unknown, assigneeId: unknown }))).toEqual(
      refused(
        404,
        'reference_not_found',
        '/locationId location_not_found',
        '/pointId point_not_found',
        '/assigneeId assignee_not_found',
      ),
    )
  })

  test('a point of another location breaks a rule', async () => {
    expect(rejectionOf(await tryCreation({ locationId: location.id, pointId: pointElsewhere.id }))).toEqual(
      invalidIncident('/pointId point_not_in_location'),
    )
  })

  test('a point needs a location', async () => {
    expect(defaultProfile.fields.locationId?.default).toBeUndefined()
    expect(rejectionOf(await tryCreation({ pointId: point.id }))).toEqual(invalidIncident('/pointId location_required'))
  })

  test('an archived location cannot be used under the current revision', async () => {
    expect(rejectionOf(await tryCreation({ locationId: archivedLocation.id }))).toEqual(
      invalidIncident('/locationId location_archived'),
    )
  })

  test('an archived location can be used under an older revision', async () => {
    const incident = await createIncident({ locationId: archivedLocation.id, configVersion: older.revision })

    expect(incident.locationId).toBe(archivedLocation.id)
  })
})

describe.each([
  ['Point', '/pointId point_archived', () => archivedPoint()],
  ['user', '/assigneeId assignee_archived', () => ({ assigneeId: demandArchived.user().id })],
])('an archived %s', (_, violation, fields) => {
  test('cannot be used under the current revision', async () => {
    expect(rejectionOf(await tryCreation(fields())).errors).toContain(violation)
  })

  test('can be used under an older revision', async () => {
    const incident = await createIncident({ ...fields(), configVersion: older.revision })

    expect(incident).toMatchObject(fields())
  })
})

const archivedPoint = () => {
  const { id: pointId, locationId } = demandArchived.point()
  return { pointId, locationId }
}

describe('400 and 404 at once', () => {
  test('is 400, and names what breaks a rule as well as what is not found', async () => {
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

  test('is 400, and names what is not found beside a point of another location', async () => {
    const fields = { locationId: location.id, pointId: pointElsewhere.id, assigneeId: unknown }

    expect(rejectionOf(await tryCreation(fields))).toEqual(
      invalidIncident('/pointId point_not_in_location', '/assigneeId assignee_not_found'),
    )
  })

  test('names what is not found beside a value of the wrong length', async () => {
    expect(rejectionOf(await tryCreation({ name: 'n'.repeat(251), locationId: unknown }))).toMatchObject({
      status: 400,
      errors: ['/locationId location_not_found', '/name too_long'],
    })
  })

  test('names what breaks a rule of the configuration beside a value of the wrong length', async () => {
    expect(rejectionOf(await tryCreation({ name: 'n'.repeat(251), typeId: unknown }))).toMatchObject({
      status: 400,
      errors: ['/name too_long', '/typeId unknown_type'],
    })
  })
})

describe('configVersion', () => {
  test('is recorded: the current revision where none was sent', async () => {
    expect((await createIncident()).creationConfigVersion).toBe(current.revision)
  })

  test('is recorded: the older revision that was sent', async () => {
    expect((await createIncident({ configVersion: older.revision })).creationConfigVersion).toBe(older.revision)
  })

  test('an older revision accepts the types that were active in it', async () => {
    const incident = await createIncident({ typeId: retiredType.id, configVersion: older.revision })

    expect(incident).toMatchObject({ typeId: retiredType.id, creationConfigVersion: older.revision })
  })

  test('the current revision refuses a type that it retired', async () => {
    const answer = await tryCreation({ typeId: retiredType.id })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_incident' } })
    expect(rejectionOf(answer).errors.join()).toMatch(/\/typeId (inactive|unknown)_type/)
  })

  test('an older revision accepts the categories that were active in it', async () => {
    const { id: categoryId, typeId } = retiredCategory
    const type = demand(current.types, 'such Type', ({ id }) => id === typeId)
    const before = { ...requiredValues(type, older), categoryId, configVersion: older.revision }

    expect(await createIncident(before)).toMatchObject({ categoryId, creationConfigVersion: older.revision })
    expect(rejectionOf(await tryCreation({ ...requiredValues(type), categoryId }))).toEqual(
      invalidIncident('/categoryId inactive_category'),
    )
  })

  test('an older revision asks for the fields that its own forms require', async () => {
    const { type, field } = newlyRequired
    const values = requiredValues(type, older)

    expect((await tryCreation({ ...values, configVersion: older.revision })).status).toBe(201)
    expect(rejectionOf(await tryCreation({ ...requiredValues(type), [field]: undefined }))).toEqual(
      invalidIncident(`/${field} required`),
    )
  })

  test.each([999_999, 2 ** 31, 2 ** 53, 1e300])('an unknown revision, %d, is not found', async (configVersion) => {
    expect(rejectionOf(await tryCreation({ configVersion }))).toEqual(
      refused(404, 'reference_not_found', '/configVersion configuration_not_found'),
    )
  })

  test.each([0, -1, -(2 ** 53)])('%d is no revision number', async (configVersion) => {
    expect(rejectionOf(await tryCreation({ configVersion }))).toEqual(invalidIncident('/configVersion out_of_range'))
  })

  test('one answer names an unknown revision and a missing location', async () => {
    expect(rejectionOf(await tryCreation({ configVersion: 999_999, locationId: unknown }))).toEqual(
      refused(404, 'reference_not_found', '/configVersion configuration_not_found', '/locationId location_not_found'),
    )
  })

  test('one answer names an unknown revision and values that are wrong under every revision', async () => {
    const fields = { locationId: location.id, pointId: pointElsewhere.id, assigneeId: unknown, latitude: 1 }

    const answer = await tryCreation({ configVersion: 999_999, ...fields })

    expect(rejectionOf(answer)).toEqual(
      invalidIncident(
        '/configVersion configuration_not_found',
        '/longitude coordinates_incomplete',
        '/pointId point_not_in_location',
        '/assigneeId assignee_not_found',
      ),
    )
    expect(answer.body.creationConfigVersion).toBeNull()
  })

  test('an unknown revision hides violations of rules that another revision might lack', async () => {
    const fields = { typeId: unknown, locationId: archivedLocation.id }

    expect(rejectionOf(await tryCreation({ configVersion: 999_999, ...fields }))).toEqual(
      refused(404, 'reference_not_found', '/configVersion configuration_not_found'),
    )
  })
})

test.each([
  ['breaks a rule', { typeId: unknown }],
  ['refers to nothing', { locationId: unknown }],
])('the problem of a creation that %s names the revision it was checked against', async (_, fields) => {
  const now = await tryCreation(fields)
  const before = await tryCreation({ ...fields, configVersion: older.revision })

  expect([now.body.creationConfigVersion, before.body.creationConfigVersion]).toEqual([
    current.revision,
    older.revision,
  ])
})
