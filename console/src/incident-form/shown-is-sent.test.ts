import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { rulesOf, type BusinessField, type IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import { describe, expect, test } from 'vitest'
import { enter, shownValuesOf, type Entries } from './entries.ts'
import { checkReport } from './check-report.ts'

const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'

const receivedAt = '2026-03-05T12:00:00.000Z'

/** Default values that the tested profiles use, by field. */
const defaults = {
  name: 'Lift out of order',
  description: 'It does not move.',
  typeId: 'lift',
  categoryId: 'doors',
  priority: 'MAJOR',
  locationId: 'harbour',
  pointId: 'lift-2',
  assigneeId: 'maren',
  occurredAt: '2026-03-01T08:30:00.000Z',
  tags: ['lift'],
  coordinates: { latitude: 53.5, longitude: 10 },
} as const
type RuledField = keyof typeof rulesOf

/** Entries that a user might type or choose, keyed by field. Each differs from the default value of its field. */
const other: Record<RuledField, Entries> = {
  name: { name: 'Lift is loud' },
  description: { description: 'It squeaks.' },
  typeId: { typeId: 'stairs' },
  categoryId: { categoryId: 'motor' },
  priority: { priority: 'NORMAL' },
  locationId: { locationId: 'market' },
  pointId: { pointId: 'lift-1' },
  assigneeId: { assigneeId: 'tomasz' },
  occurredAt: { occurredAt: '2026-03-02T09:30' },
  tags: { tags: ['noise'] },
  coordinates: { latitude: '54,25', longitude: '9.5' },
}
const cleared: Record<RuledField, Entries> = {
  name: { name: '' },
  description: { description: '' },
  typeId: { typeId: null },
  categoryId: { categoryId: null },
  priority: {},
  locationId: { locationId: null },
  pointId: { pointId: null },
  assigneeId: { assigneeId: null },
  occurredAt: { occurredAt: '' },
  tags: { tags: [] },
  coordinates: { latitude: '', longitude: '' },
}

/** Values of an incident whose creation request contains no fields. */
const nothing = { ...({ priority: null } as object), occurredAt: receivedAt } as IncidentValues

const mayBeRequired = ['name', 'description', 'typeId', 'categoryId', 'priority', 'locationId', 'occurredAt'] as const

const fieldsOf = (ruled: RuledField): BusinessField[] => (ruled === 'coordinates' ? ['latitude', 'longitude'] : [ruled])

/**
 * Returns a configuration with two types and one profile. In the profile, one field has the given rule and default. If
 * the ruled field depends on another field, the other field has a default.
 */
function formWith(ruled: RuledField, rule: string, byDefault: unknown): CreationConfiguration {
  const field = { [ruled]: { rule, ...(byDefault !== undefined && { default: byDefault }) } }
  const needed = {
    ...(ruled === 'categoryId' && { typeId: { rule: 'optional', default: 'lift' } }),
    ...(ruled === 'pointId' && { locationId: { rule: 'optional', default: 'harbour' } }),
  }
  return {
    revision: 7,
    publishedAt: '2026-03-01T08:30:00.000Z',
    types: ['lift', 'stairs'].map((id) => ({ id, name: id, active: true, profileId: null })),
    categories: ['doors', 'motor'].map((id) => ({ id, name: id, active: true, typeId: 'lift' })),
    profiles: [{ id: 'form', name: 'Form', fields: { ...needed, ...field } as never }],
    defaultProfileId: 'form',
  }
}

const cases = Object.entries(rulesOf).flatMap(([ruled, rules]) =>
  rules.flatMap((rule) => {
    const values =
      ruled === 'occurredAt' ? [undefined, 'now', defaults.occurredAt] : [undefined, defaults[ruled as RuledField]]
    return values.flatMap((byDefault) =>
      (['untouched', 'changed', 'cleared'] as const).map((touched) => ({
        ruled: ruled as RuledField,
        rule,
        byDefault,
        given: JSON.stringify(byDefault) ?? 'none',
        touched,
      })),
    )
  }),
)

/** Returns a shown value with a decimal point instead of a decimal comma, and null instead of an empty value. */
function plain(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return typeof value === 'string' ? value.replace(',', '.') : value
}

/**
 * Converts stored values to the values that the form shows. If `occurredAt` is the time at which the server received
 * the creation, the time field is empty, because the form does not know this time.
 */
const shownOf = (values: IncidentValues) => ({
  ...shownValuesOf(values),
  ...(values.occurredAt === receivedAt && { occurredAt: '' }),
})

describe('the report form compared with the rules of the server', () => {
  test.each(cases)(
    'the form and the server agree on the value and violations of $ruled (rule $rule, default $given, field $touched)',
    ({ ruled, rule, byDefault, touched }) => {
      const configuration = formWith(ruled, rule, byDefault)
      // The form resets an emptied time field to untouched, so the entry is undefined instead of empty.
      const emptied = ruled === 'occurredAt' ? { occurredAt: undefined } : cleared[ruled]
      const entries = enter({}, { untouched: {}, changed: other[ruled], cleared: emptied }[touched])
      const { shown, body, errors } = checkReport(configuration, clientRequestId, entries)
      const { values, violations } = checkCreation(configuration, body, receivedAt)
      const [stored, sent] = [shownOf(values), shownOf({ ...nothing, ...body })]
      const missing = violations.map(({ pointer }) => pointer?.slice(1))
      const isSettable = rule === 'required' || rule === 'optional'

      for (const field of fieldsOf(ruled)) {
        const isMissing = missing.includes(field)
        const expected = isMissing ? null : plain(stored[field])
        expect({ shown: plain(shown[field]), sent: plain(sent[field]), isMissing: field in errors }).toEqual({
          shown: expected,
          sent: isSettable ? expected : null,
          isMissing,
        })
      }
    },
  )

  test.each(mayBeRequired)(
    'the report form shows the required field %s empty and reports it as missing if it has no default',
    (ruled) => {
      const { shown, errors } = checkReport(formWith(ruled, 'required', undefined), clientRequestId, {})
      expect({ shown: plain(shown[ruled]), missing: Object.keys(errors) }).toEqual({ shown: null, missing: [ruled] })
    },
  )
})
