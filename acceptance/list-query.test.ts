import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInOrder, idsOf, listIncidents, unique } from './support/incidents.ts'
import { inOrder, severity, sortValues } from './support/incident-order.ts'
import { location, plainCategory, plainType, point, pointElsewhere, staffMember } from './support/organization.ts'
import type { Incident } from './support/resources.ts'

const own = unique('model')
/** Incident names. Each starts with a number, because the contract does not promise the sort order of letters. */
const words = ['1 Leak', '2 leak in the roof', '3 LÄRM', '4 lärm, 50%', '5 a_b', '6 Straße']

const incidents = await createInOrder(
  Array.from({ length: 16 }, (_, index) => ({
    name: words[index % words.length],
    tags: [own, ...(index % 3 === 0 ? [`wet ${own}`] : []), ...(index % 4 === 0 ? [`cold, ${own}`] : [])],
    priority: severity[(index * 7) % 4],
    occurredAt: new Date(Date.UTC(2026, 2, 1 + (index % 5))).toISOString(),
    externalId: `ERP-${index % 3}`,
    ...(index % 2 === 0 && { typeId: plainType.id, ...(index % 4 === 0 && { categoryId: plainCategory.id }) }),
    ...(index % 3 === 0 && { locationId: location.id, ...(index % 6 === 0 && { pointId: point.id }) }),
    ...(index % 3 === 1 && { locationId: pointElsewhere.locationId, pointId: pointElsewhere.id }),
    ...(index % 5 === 0 && { assigneeId: staffMember.id }),
  })),
)

/**
 * Filters that accept several values. `values` are the values to filter by. `of` returns the values that an incident
 * has in the filtered field.
 */
const filters = {
  typeId: { values: [plainType.id, own.slice(-36)], of: (incident: Incident) => [incident.typeId] },
  categoryId: { values: [plainCategory.id], of: (incident: Incident) => [incident.categoryId] },
  priority: { values: severity, of: (incident: Incident) => [incident.priority] },
  locationId: { values: [location.id, pointElsewhere.locationId], of: (incident: Incident) => [incident.locationId] },
  pointId: { values: [point.id, pointElsewhere.id], of: (incident: Incident) => [incident.pointId] },
  assigneeId: { values: [staffMember.id], of: (incident: Incident) => [incident.assigneeId] },
  externalId: { values: ['ERP-0', 'ERP-1', 'ERP-9'], of: (incident: Incident) => [incident.externalId] },
}

const filterNames = Object.keys(filters) as (keyof typeof filters)[]
const wantedValues = fc.record(
  Object.fromEntries(filterNames.map((name) => [name, fc.subarray(filters[name].values, { minLength: 1 })])),
  { requiredKeys: [] },
)
const sortKey = fc.constantFrom(...Object.keys(sortValues))
const bound = fc.tuple(fc.constantFrom(...incidents), fc.integer({ min: -1, max: 1 }))
const sorting = fc.uniqueArray(fc.tuple(sortKey, fc.constantFrom('', '-')), {
  minLength: 1,
  maxLength: 3,
  selector: ([key]) => key,
})

const wantedList = fc.record(
  {
    values: wantedValues,
    q: fc.constantFrom('leak', 'ÄRM', '%', '_', 'wet', 'cold,', 'straße', 'nowhere'),
    from: bound,
    until: bound,
    sort: sorting.map((keys) => keys.map(([key, sign]) => `${sign}${key}`).join(',')),
    limit: fc.integer({ min: 1, max: 20 }),
    offset: fc.integer({ min: 0, max: 6 }),
    isRepeated: fc.boolean(),
  },
  { requiredKeys: ['values', 'limit', 'offset', 'isRepeated'] },
)

const instantOf = ([{ lastModifiedAt }, milliseconds]: [Incident, number]): string =>
  new Date(Date.parse(lastModifiedAt) + milliseconds).toISOString()

const contains = (text: string, part: string): boolean => text.toUpperCase().includes(part.toUpperCase())

test('list-incidents returns the matching incidents in order for any combination of filters, sort, limit and offset', async () => {
  const property = fc.asyncProperty(wantedList, async ({ values, q, from, until, sort, limit, offset, isRepeated }) => {
    const requested = Object.entries(values) as [keyof typeof filters, string[]][]
    const startAt = from && `gte:${instantOf(from)}`
    const endAt = until && `lte:${instantOf(until)}`
    const given = Object.entries({ q, sort, startAt, endAt }).filter(([, value]) => value !== undefined)
    const lists = requested.map(([name, some]) => [name, isRepeated ? some : `in:${some.join(',')}`])

    const { body } = await listIncidents({ tags: own, limit, offset, ...Object.fromEntries([...given, ...lists]) })

    const matching = incidents.filter(
      (incident) =>
        requested.every(([name, some]) => filters[name].of(incident).some((value) => some.includes(value!))) &&
        (q === undefined || [incident.name!, ...incident.tags].some((text) => contains(text, q))) &&
        (from === undefined || incident.lastModifiedAt >= instantOf(from)) &&
        (until === undefined || incident.lastModifiedAt <= instantOf(until)),
    )
    const expected = inOrder(sort ?? '-createdAt', matching).slice(offset, offset + limit)
    expect(idsOf(body.data)).toEqual(expected)
    expect(body.meta).toMatchObject({ limit, offset, count: expected.length, sort: sort ?? null })
  })
  await fc.assert(property, { numRuns: 200 })
})
