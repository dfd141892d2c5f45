import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { references } from './support/every-field.ts'
import { createIncident, idsOf, listedIds, listIncidents, unique } from './support/incidents.ts'
import {
  auditor,
  current,
  demand,
  initialState,
  location,
  otherState,
  plainCategory,
  plainType,
  point,
  pointElsewhere,
  requiredValues,
  staffMember,
} from './support/organization.ts'
import type { Incident } from './support/resources.ts'

const tag = unique('filters')
const otherType = demand(current.types, 'second active type', ({ id, active }) => active && id !== plainType.id)

const here = await createIncident({
  tags: [tag, unique('here')],
  ...references,
  priority: 'MAJOR',
  externalId: unique('ERP 1'),
})
const elsewhere = await createIncident({
  ...requiredValues(otherType),
  tags: [tag, unique('elsewhere')],
  locationId: pointElsewhere.locationId,
  pointId: pointElsewhere.id,
  externalId: unique('ERP 2'),
})
const bare = await createIncident({ tags: [tag], priority: 'MINOR' })
const everything = [here.id, elsewhere.id, bare.id].toSorted()

/** Returns the sorted ids of those incidents of this spec file that match the query. */
const matches = async (query: Record<string, string | string[]>): Promise<string[]> =>
  (await listedIds({ tags: tag, ...query })).toSorted()

const idsWith = (priorities: string[]): string[] =>
  idsOf([here, elsewhere, bare].filter(({ priority }) => priorities.includes(priority))).toSorted()

const singleValued: [string, string, (incident: Incident) => unknown][] = [
  ['typeId', plainType.id, ({ typeId }) => typeId],
  ['categoryId', plainCategory.id, ({ categoryId }) => categoryId],
  ['priority', 'MAJOR', ({ priority }) => priority],
  ['locationId', location.id, ({ locationId }) => locationId],
  ['pointId', point.id, ({ pointId }) => pointId],
  ['assigneeId', staffMember.id, ({ assigneeId }) => assigneeId],
  ['externalId', here.externalId!, ({ externalId }) => externalId],
  ['number', String(here.number), ({ number }) => String(number)],
  ['stateId', initialState.id, ({ stateId }) => stateId],
  ['createdBy', auditor.id, ({ createdBy }) => createdBy],
]

describe.each(singleValued)('the filter %s', (name, value, valueOf) => {
  test('a list with one filter returns only incidents that match the filter', async () => {
    const { body } = await listIncidents({ [name]: value, limit: 200 })

    expect([...new Set(body.data.map(valueOf))]).toEqual([value])
    expect(body.meta.filter).toEqual([{ field: name, operator: 'in', values: [value] }])
  })

  test('a list with two filters returns only incidents that match both filters', async () => {
    const expected = [here, elsewhere, bare].filter((incident) => valueOf(incident) === value)

    expect(await matches({ [name]: value })).toEqual(idsOf(expected).toSorted())
  })

  test('a filter accepts in:<value> for a single value', async () => {
    expect(await matches({ [name]: `in:${value}` })).toEqual(await matches({ [name]: value }))
  })
})

describe('the workflow state', () => {
  test('the stateId filter finds incidents in a state that is not the initial state', async () => {
    const { body } = await listIncidents({ stateId: otherState.id })

    expect(new Set(body.data.map(({ stateId }) => stateId))).toEqual(new Set([otherState.id]))
  })

  test('the stateId filter with a state other than the initial state does not find new incidents', async () => {
    expect(await matches({ stateId: otherState.id })).toEqual([])
  })
})

describe('several values', () => {
  test('a filter with in:<value1>,<value2> matches incidents with any of the values', async () => {
    expect(await matches({ priority: 'in:MAJOR,MINOR' })).toEqual(idsWith(['MAJOR', 'MINOR']))
    expect(await matches({ locationId: `in:${location.id},${pointElsewhere.locationId}` })).toEqual(
      [here.id, elsewhere.id].toSorted(),
    )
  })

  test('a repeated filter matches incidents with any of its values', async () => {
    expect(await matches({ priority: ['MAJOR', 'MINOR'] })).toEqual(idsWith(['MAJOR', 'MINOR']))
  })

  test('a filter that is repeated with in: lists and single values matches incidents with any of the values', async () => {
    const ids = [location.id, pointElsewhere.locationId, randomUUID()]

    expect(await matches({ locationId: [`in:${ids[2]},${ids[0]}`, ids[1]!] })).toEqual(
      [here.id, elsewhere.id].toSorted(),
    )
  })

  test('meta.filter lists the applied filters', async () => {
    const { body } = await listIncidents({ priority: 'in:MAJOR,MINOR', tags: tag })

    expect(body.meta.filter).toHaveLength(2)
    expect(body.meta.filter).toContainEqual({ field: 'priority', operator: 'in', values: ['MAJOR', 'MINOR'] })
    expect(body.meta.filter).toContainEqual({ field: 'tags', operator: 'in', values: [tag] })
  })
})

describe('tags', () => {
  test('the tags filter matches incidents that have any of its values', async () => {
    expect(await matches({ tags: [here.tags[1]!, elsewhere.tags[1]!] })).toEqual([here.id, elsewhere.id].toSorted())
    expect(await matches({ tags: `in:${here.tags[1]},${elsewhere.tags[1]}` })).toEqual(
      [here.id, elsewhere.id].toSorted(),
    )
  })

  test('the tags filter accepts several hundred values and matches an incident with one of the values', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `${tag}-${index}`)

    expect(await matches({ tags: `in:${many.join(',')}` })).toEqual([])
    expect(await matches({ tags: `in:${[...many, here.tags[1]].join(',')}` })).toEqual([here.id])
  })

  test('the tags filter compares whole tags and is case-sensitive', async () => {
    expect(await matches({ tags: tag.slice(0, -1) })).toEqual([])
    expect(await matches({ tags: tag.toUpperCase() })).toEqual([])
    expect(await matches({ tags: tag })).toEqual(everything)
  })

  test('the tags filter splits a value at commas only if the value starts with in:', async () => {
    const [first, second] = [unique('wet'), unique('cold')]
    const both = await createIncident({ tags: [`${first},${second}`] })
    const either = await createIncident({ tags: [first] })

    expect(await listedIds({ tags: `${first},${second}` })).toEqual([both.id])
    expect(await listedIds({ tags: `in:${first},${second}` })).toEqual([either.id])
  })

  test.each(['%', '_', '\\', '"', "'", '{}', 'NULL', 'ä', '🚨', ' ', '#&+=?'])(
    'the tags filter finds a tag that contains %j',
    async (text) => {
      const special = unique(`${text}x${text}`)
      const { id } = await createIncident({ tags: [special] })

      expect(await listedIds({ tags: special })).toEqual([id])
    },
  )

  test('the tags filter finds the tag in:x with the value in:in:x', async () => {
    const special = unique('in:x')
    const { id } = await createIncident({ tags: [special] })

    expect(await listedIds({ tags: `in:${special}` })).toEqual([id])
  })
})

test('the externalId filter splits a value at commas only if the value starts with in:', async () => {
  const externalId = unique('ERP, 3')
  const { id } = await createIncident({ externalId })

  expect(await listedIds({ externalId })).toEqual([id])
  expect(await listedIds({ externalId: `in:${externalId}` })).toEqual([])
})

test('filters accept UUIDs in upper case', async () => {
  expect(await matches({ typeId: plainType.id.toUpperCase() })).toEqual([here.id])
  expect(await matches({ pointId: `in:${point.id.toUpperCase()}` })).toEqual([here.id])
})

describe('a value that matches nothing', () => {
  const uuidFilters = ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy']

  test.each(uuidFilters)('the %s filter finds nothing for an unknown UUID', async (name) => {
    expect(await matches({ [name]: randomUUID() })).toEqual([])
  })

  test.each(uuidFilters)('the %s filter finds nothing for a text that is not a UUID', async (name) => {
    expect(await matches({ [name]: 'ground-floor' })).toEqual([])
    expect(await matches({ [name]: '' })).toEqual([])
    expect(await matches({ [name]: 'in:' })).toEqual([])
  })

  test.each(['minor', 'BLOCKER', '', 'in:', 'in:minor,BLOCKER'])(
    'the priority filter finds nothing for the invalid value %j',
    async (priority) => {
      expect(await matches({ priority })).toEqual([])
    },
  )

  test('an invalid value of a filter does not affect the other values of the filter', async () => {
    expect(await matches({ priority: 'in:BLOCKER,MINOR' })).toEqual([bare.id])
    expect(await matches({ typeId: ['ground-floor', plainType.id] })).toEqual([here.id])
  })

  test('returns an empty page for an invalid filter value', async () => {
    const { body } = await listIncidents({ typeId: 'ground-floor' })

    expect(body).toMatchObject({ data: [], meta: { count: 0, offset: 0 } })
  })
})

test('meta.filter is an empty list when the query has no filter', async () => {
  expect((await listIncidents({ limit: 1 })).body.meta.filter).toEqual([])
})
