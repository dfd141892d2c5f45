import { describe, expect, test } from 'vitest'
import { createIncident, creation, tryCreation } from './support/incidents.ts'
import { demandSome, governedFields, type GovernedField, requiredValues, valuesFor } from './support/organization.ts'
import { integration } from './support/client.ts'
import { rejectionOf } from './support/rejection.ts'
import type { Incident } from './support/resources.ts'

const titled = (fields: GovernedField[]) =>
  fields.map((governed) => ({ ...governed, title: `${governed.field} (${governed.type.name})` }))

/** Returns the profile fields that have the rule, each with a title for its test. Throws if no field has the rule. */
const withRule = (rule: string, isWanted: (governed: GovernedField) => boolean = () => true) =>
  titled(demandSome(governedFields, `${rule} field`, (one) => one.rule.rule === rule && isWanted(one)))

const hasDefault = ({ rule }: GovernedField): boolean => rule.default !== undefined

/** Returns the names that a profile field has in a request body. `coordinates` is sent as latitude and longitude. */
const bodyFields = (field: string): string[] => (field === 'coordinates' ? ['latitude', 'longitude'] : [field])

const without = (fields: Record<string, unknown>, field: string): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(bodyFields(field).map((name) => [name, undefined])),
})

describe('a required field', () => {
  const required = withRule('required', (governed) => !hasDefault(governed) && governed.field !== 'typeId')

  test.each(required)('rejects a creation without the required field $title', async ({ type, field }) => {
    const { status, body } = await tryCreation(without({ ...creation(), ...requiredValues(type) }, field))

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_incident' })
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer: `/${field}`, code: 'required' }))
  })

  test.each(required)('returns the value that was sent for the required field $title', async ({ type, field }) => {
    const values = requiredValues(type)

    expect((await createIncident(values))[field as keyof Incident]).toEqual({ ...creation(), ...values }[field])
  })

  const texts = withRule('required', ({ field }) => field === 'name' || field === 'description')

  test.each(texts)('rejects a blank value of the required field $title', async ({ type, field }) => {
    for (const blank of ['', ' ', '\t\r\n', '\u00A0\u2003\uFEFF']) {
      const { status, body } = await tryCreation({ ...requiredValues(type), [field]: blank })

      expect({ blank, status, code: body.code }).toEqual({ blank, status: 400, code: 'invalid_incident' })
      expect(body.errors).toContainEqual(expect.objectContaining({ pointer: `/${field}`, code: 'required' }))
    }
  })
})

describe.each([
  ['readOnly', 'field_read_only'],
  ['hidden', 'field_hidden'],
])('a %s field', (rule, code) => {
  test.each(withRule(rule))(
    'rejects a creation that sends the read-only or hidden field $title',
    async ({ type, field }) => {
      const response = await tryCreation({ ...requiredValues(type), ...valuesFor(type)[field] })

      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_incident' } })
      expect(rejectionOf(response).errors).toEqual(
        expect.arrayContaining(bodyFields(field).map((name) => `/${name} ${code}`)),
      )
    },
  )
})

describe('a default', () => {
  const withDefault = titled(
    demandSome(governedFields, 'field with a default', (one) => hasDefault(one) && isPlainDefault(one)),
  )

  test.each(withDefault)(
    'fills the field $title with its default when the creation omits the field',
    async ({ type, field, rule }) => {
      const incident = await createIncident(without(requiredValues(type), field))

      expect(valueOf(incident, field)).toEqual(rule.default)
    },
  )

  const replaceable = titled(
    demandSome(withDefault, 'default that may be replaced', ({ rule }) => ['optional', 'required'].includes(rule.rule)),
  )

  test.each(replaceable)('uses the sent value instead of the default of the field $title', async ({ type, field }) => {
    const sent = valuesFor(type)[field]!

    expect(await createIncident({ ...requiredValues(type), ...sent })).toMatchObject(sent)
  })

  test.each(withRule('readOnly', hasDefault))(
    'applies the default of the read-only field $title',
    async ({ type, field, rule }) => {
      expect(valueOf(await createIncident(requiredValues(type)), field)).toEqual(rule.default)
    },
  )

  test('sets an omitted occurredAt to the time of receipt when its default is "now"', async () => {
    const { type } = demandSome(
      governedFields,
      'field with the default "now"',
      ({ rule }) => rule.default === 'now',
    )[0]!

    const { occurredAt, createdAt } = await createIncident(requiredValues(type))

    expect(Math.abs(Date.parse(occurredAt) - Date.parse(createdAt))).toBeLessThan(5000)
  })

  test('applies the default of every hidden field', async () => {
    for (const { type, field, rule } of withRule('hidden', hasDefault)) {
      expect(valueOf(await createIncident(requiredValues(type)), field)).toEqual(rule.default)
    }
  })
})

/**
 * Returns true for a default with a fixed value. Returns false for the default "now", and for a default type, category
 * or point, because these depend on other values.
 */
const isPlainDefault = ({ field, rule }: GovernedField): boolean =>
  rule.default !== 'now' && !['typeId', 'categoryId', 'pointId'].includes(field)

const valueOf = (incident: Incident, field: string): unknown =>
  field === 'coordinates'
    ? { latitude: incident.latitude, longitude: incident.longitude }
    : incident[field as keyof Incident]

test('reports every missing required field of a creation in one response', async () => {
  const { type } = demandSome(
    governedFields,
    'type with two required fields besides the type and name',
    (one) => requiredBeside(one).length >= 2,
  )[0]!
  const fields = requiredBeside({ type })

  const response = await integration.post('/incidents', creation({ typeId: type.id, name: undefined }))

  expect(rejectionOf(response).errors).toEqual(expect.arrayContaining(fields.map((field) => `/${field} required`)))
})

const requiredBeside = ({ type }: Pick<GovernedField, 'type'>): string[] =>
  governedFields
    .filter((one) => one.type.id === type.id && one.rule.rule === 'required' && !hasDefault(one))
    .map(({ field }) => field)
    .filter((field) => field !== 'typeId' && field !== 'name')
