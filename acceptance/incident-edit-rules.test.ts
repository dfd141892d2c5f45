import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeIncident, patchIncident } from './support/changes.ts'
import { createIncident, readIncident } from './support/incidents.ts'
import {
  archivedLocation,
  current,
  demand,
  demandArchived,
  foreignCategory,
  governedFields,
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
  staffMember,
  states,
  valuesFor,
} from './support/organization.ts'
import { invalidRequest, type Rejection, rejected, rejectionOf } from './support/rejection.ts'

const place = { locationId: location.id, pointId: point.id }
const kind = { typeId: plainType.id, categoryId: plainCategory.id }
const missing = (...errors: string[]) => rejected(404, 'reference_not_found', ...errors)

/**
 * Fields that a patch can empty with null if no rule requires them. The type is left out, because an incident without a
 * type has another profile.
 */
const emptiable = new Set(['name', 'description', 'categoryId', 'locationId'])
const required = governedFields.filter(({ field, rule }) => rule.rule === 'required' && emptiable.has(field))
const locked = governedFields.filter(({ rule }) => rule.rule === 'readOnly' || rule.rule === 'hidden')

const typeOf = (typeId: string) => demand(older.types, `type ${typeId}`, ({ id }) => id === typeId)

describe('field rules', () => {
  test.each(required.map(({ type, field }) => ({ type, field, title: `${field} of the type ${type.name}` })))(
    'update-incident rejects null for the required field $title',
    async ({ type, field }) => {
      const before = await createIncident(requiredValues(type))

      const response = await patchIncident(before.id, { [field]: null })

      expect(rejectionOf(response).errors).toContain(`/${field} required`)
      expect(await readIncident(before.id)).toEqual(before)
    },
  )

  test.each(['', ' ', '\t\n'])('update-incident rejects a blank value of a required name: %j', async (name) => {
    const { id } = await createIncident()

    expect(rejectionOf(await patchIncident(id, { name }))).toEqual(invalidRequest('/name required'))
  })

  test.each(locked.map(({ type, field, rule }) => ({ type, field, title: `${field} (${rule.rule}) of ${type.name}` })))(
    'update-incident can change the field $title, which no creation may contain',
    async ({ type, field }) => {
      const { id } = await createIncident(requiredValues(type))
      const values = valuesFor(type)[field]!

      expect(await changeIncident(id, values)).toMatchObject(values)
    },
  )

  test('the organization under test has a required, a read-only and a hidden field, which the specs of field rules need', () => {
    const rules = new Set([...required, ...locked].map(({ rule }) => rule.rule))

    expect(rules).toEqual(new Set(['required', 'readOnly', 'hidden']))
  })

  test('a field that has become required may stay empty in an incident that was created without the field', async () => {
    const { type, field } = newlyRequired
    const values = requiredValues(type, older)
    const { id } = await createIncident({ ...values, configVersion: older.revision })

    const changed = await changeIncident(id, { name: 'Ice' })

    expect([field in values, changed.name]).toEqual([false, 'Ice'])
  })
})

describe('values that a patch leaves as they are', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['a retired type', () => requiredValues(typeOf(retiredType.id), older)],
    [
      'a retired category',
      () => ({ ...requiredValues(typeOf(retiredCategory.typeId), older), categoryId: retiredCategory.id }),
    ],
    ['an archived location', () => ({ locationId: archivedLocation.id })],
  ])('update-incident accepts a patch that sends %s of the incident again, unchanged', async (_, valuesOf) => {
    const values = valuesOf()
    const { id } = await createIncident({ ...values, configVersion: older.revision })

    expect(await changeIncident(id, { ...values, description: 'New' })).toMatchObject({ ...values, description: 'New' })
  })

  test('update-incident does not change the creationConfigVersion of an incident created under an older configuration revision', async () => {
    const { id } = await createIncident({ configVersion: older.revision })

    expect((await changeIncident(id, { ...kind })).creationConfigVersion).toBe(older.revision)
    expect(older.revision).not.toBe(current.revision)
  })
})

describe('new values', () => {
  test.each<[string, Record<string, unknown>, object, string[]]>([
    ['an unknown type', {}, { typeId: randomUUID() }, ['/typeId unknown_type']],
    ['an inactive type', {}, { typeId: inactiveType.id }, ['/typeId inactive_type']],
    ['a type that the current revision retired', {}, { typeId: retiredType.id }, ['/typeId inactive_type']],
    ['an unknown category', kind, { categoryId: randomUUID() }, ['/categoryId unknown_category']],
    [
      'an inactive category',
      {},
      { typeId: inactiveCategory.typeId, categoryId: inactiveCategory.id },
      ['/categoryId inactive_category'],
    ],
    ['a category of another type', kind, { categoryId: foreignCategory.id }, ['/categoryId category_not_in_type']],
    ['a category without a type', {}, { categoryId: plainCategory.id }, ['/categoryId type_required']],
    [
      'another type but the old category',
      kind,
      { typeId: foreignCategory.typeId },
      ['/categoryId category_not_in_type'],
    ],
    ['no type but the old category', kind, { typeId: null }, ['/categoryId type_required']],
    ['a point of another location', place, { pointId: pointElsewhere.id }, ['/pointId point_not_in_location']],
    [
      'another location but the old point',
      place,
      { locationId: pointElsewhere.locationId },
      ['/pointId point_not_in_location'],
    ],
    ['a point without a location', {}, { pointId: point.id }, ['/pointId location_required']],
    ['no location but the old point', place, { locationId: null }, ['/pointId location_required']],
    ['a latitude alone', {}, { latitude: 1 }, ['/longitude coordinates_incomplete']],
    ['a longitude alone', {}, { longitude: 1 }, ['/latitude coordinates_incomplete']],
    ['an archived location', {}, { locationId: archivedLocation.id }, ['/locationId location_archived']],
  ])('update-incident rejects %s and stores nothing', async (_, stored, patch, violations) => {
    const before = await createIncident(stored)

    const response = await patchIncident(before.id, { description: 'New', ...patch })

    expect(rejectionOf(response)).toEqual(invalidRequest(...violations))
    expect(await readIncident(before.id)).toEqual(before)
  })

  test('update-incident rejects an archived point and an archived assignee', async () => {
    const { id } = await createIncident()
    const archived = demandArchived.point()

    expect(rejectionOf(await patchIncident(id, { assigneeId: demandArchived.user().id }))).toEqual(
      invalidRequest('/assigneeId assignee_archived'),
    )
    expect(
      rejectionOf(await patchIncident(id, { locationId: archived.locationId, pointId: archived.id })).errors,
    ).toContain('/pointId point_archived')
  })

  test.each<[string, object, Rejection]>([
    ['location', { locationId: randomUUID() }, missing('/locationId location_not_found')],
    ['point', { locationId: location.id, pointId: randomUUID() }, missing('/pointId point_not_found')],
    ['assignee', { assigneeId: randomUUID() }, missing('/assigneeId assignee_not_found')],
    ['state', { stateId: randomUUID() }, missing('/stateId state_not_found')],
    [
      'location, assignee and state',
      { locationId: randomUUID(), assigneeId: randomUUID(), stateId: randomUUID() },
      missing('/locationId location_not_found', '/assigneeId assignee_not_found', '/stateId state_not_found'),
    ],
  ])('update-incident answers 404 to a well-formed reference to an unknown %s', async (_, patch, rejection) => {
    const before = await createIncident()

    expect(rejectionOf(await patchIncident(before.id, patch))).toEqual(rejection)
    expect(await readIncident(before.id)).toEqual(before)
  })

  test('update-incident reports violated rules, missing references and a transition that is not allowed in one response', async () => {
    const from = states.find(({ id, nextStateIds }) =>
      states.some((to) => to.id !== id && !nextStateIds.includes(to.id)),
    )!
    const to = states.find(({ id }) => id !== from.id && !from.nextStateIds.includes(id))!
    const { id } = await createIncident({ assigneeId: staffMember.id })
    if (!from.isInitial) await changeIncident(id, { stateId: from.id })

    const response = await patchIncident(id, {
      name: null,
      typeId: inactiveType.id,
      latitude: 1,
      stateId: to.id,
      locationId: randomUUID(),
      assigneeId: randomUUID(),
    })

    expect(rejectionOf(response)).toEqual(
      invalidRequest(
        '/name required',
        '/typeId inactive_type',
        '/longitude coordinates_incomplete',
        '/stateId transition_not_allowed',
        '/locationId location_not_found',
        '/assigneeId assignee_not_found',
      ),
    )
  })
})
