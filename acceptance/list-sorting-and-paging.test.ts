import { describe, expect, test } from 'vitest'
import { reader } from './support/client.ts'
import { createIncident, createInOrder, idsOf, listedIds, listIncidents, modify, unique } from './support/incidents.ts'
import { inOrder, severity, sortValues } from './support/incident-order.ts'
import type { Incident, Page } from './support/resources.ts'
import { nextPage, walk } from './support/walk.ts'

const tag = unique('sorting')
const [earliest, ...others] = await createInOrder([
  { tags: [tag], name: 'b', priority: 'CRITICAL', occurredAt: '2026-03-02T00:00:00Z' },
  { tags: [tag], name: 'd', priority: 'MINOR', occurredAt: '2026-03-01T00:00:00Z' },
  { tags: [tag], name: 'a', priority: 'NORMAL', occurredAt: '2026-03-03T00:00:00Z' },
  { tags: [tag], name: 'c', priority: 'MAJOR', occurredAt: '2026-03-02T00:00:00Z' },
  { tags: [tag], name: 'b', priority: 'MINOR', occurredAt: '1999-12-31T00:00:00Z' },
  { tags: [tag], name: 'b', priority: 'MAJOR', occurredAt: '2026-03-02T00:00:00.001Z' },
])
// Modify the oldest incident after all others were created, so that the orders by createdAt and lastModifiedAt differ.
const incidents = [await modify(earliest!), ...others]

const singleKeys = Object.keys(sortValues).flatMap((key) => [key, `-${key}`])
const severalKeys = ['-priority,name', 'priority,-name', 'name,-priority,occurredAt', '-name,-occurredAt', 'name,id']

describe.each([...singleKeys, ...severalKeys])('sort=%s', (sort) => {
  test('sorts incidents by the requested keys, and then by id in the direction of the last key', async () => {
    expect(await listedIds({ tags: tag, sort })).toEqual(inOrder(sort, incidents))
  })

  test('meta.sort is the requested sort', async () => {
    expect((await listIncidents({ tags: tag, sort, limit: 1 })).body.meta.sort).toBe(sort)
  })

  test('keeps the sort order across pages, with offsets and with cursors', async () => {
    const byOffset = await Promise.all([0, 2, 4].map((offset) => listedIds({ tags: tag, sort, limit: 2, offset })))
    const byCursor = await walk<Incident>(reader, '/incidents', { tags: tag, sort, limit: 2 })

    expect(byOffset.flat()).toEqual(inOrder(sort, incidents))
    expect(idsOf(byCursor)).toEqual(inOrder(sort, incidents))
  })
})

test('without a sort parameter, the newest incidents come first and meta.sort is null', async () => {
  const { body } = await listIncidents({ tags: tag })

  expect(idsOf(body.data)).toEqual(inOrder('-createdAt', incidents))
  expect(body.meta.sort).toBeNull()
})

test.each(['colour', '', 'name,colour', 'Name', '+name', 'name desc', '--name', 'name,,id', 'stateId', '__proto__'])(
  'ignores the invalid parameter sort=%s and returns null as meta.sort',
  async (sort) => {
    const { body } = await listIncidents({ tags: tag, sort })

    expect(idsOf(body.data)).toEqual(inOrder('-createdAt', incidents))
    expect(body.meta.sort).toBeNull()
  },
)

describe('limit', () => {
  test('uses a limit of 50 when the query has no limit', async () => {
    expect((await listIncidents({ tags: tag })).body.meta.limit).toBe(50)
  })

  test.each([1, 2, 200])('accepts a limit of %d', async (limit) => {
    const { body } = await listIncidents({ tags: tag, limit })

    expect(body.meta).toMatchObject({ limit, count: Math.min(limit, incidents.length) })
    expect(body.data).toHaveLength(body.meta.count)
  })

  test.each([
    ['0', 1],
    ['-5', 1],
    ['201', 200],
    ['99999999999999999999', 200],
  ])('changes the limit %s, which is out of range, to %d', async (limit, effective) => {
    expect((await listIncidents({ limit })).body.meta.limit).toBe(effective)
  })

  test.each(['', 'many', '1.5', '1e2', 'NaN', '0x10', ' 5'])(
    'replaces the invalid limit %j by a limit from 1 to 200',
    async (limit) => {
      const { body } = await listIncidents({ limit })

      expect(body.meta.limit).toBeGreaterThanOrEqual(1)
      expect(body.meta.limit).toBeLessThanOrEqual(200)
      expect(body.data.length).toBe(body.meta.count)
    },
  )
})

describe('offset', () => {
  test('an offset of 4 skips the first four incidents', async () => {
    const { body } = await listIncidents({ tags: tag, sort: 'name', offset: 4 })

    expect(idsOf(body.data)).toEqual(inOrder('name', incidents).slice(4))
    expect(body.meta).toMatchObject({ offset: 4, count: 2 })
  })

  test.each(['0', '-1', '', 'first', '1.5'])('an offset of %j skips no incident', async (offset) => {
    const { body } = await listIncidents({ tags: tag, offset })

    expect(body.meta).toMatchObject({ offset: 0, count: incidents.length })
  })

  test.each([String(incidents.length), '1000000', '9007199254740991', '99999999999999999999'])(
    'returns an empty page for the offset %s beyond the last incident',
    async (offset) => {
      expect((await listIncidents({ tags: tag, offset })).body).toMatchObject({ data: [], meta: { count: 0 } })
    },
  )
})

const varied = (own: string, index: number) => ({
  tags: [own],
  name: `name ${(index * 7) % 10}`,
  priority: severity[index % 4],
  occurredAt: new Date(Date.UTC(2026, 2, 1 + ((index * 5) % 7))).toISOString(),
})

describe('a walk along Link: rel="next"', () => {
  test('a full last page has no link to a next page', async () => {
    const response = await listIncidents({ tags: tag, limit: incidents.length })

    expect(response.body.meta.count).toBe(incidents.length)
    expect(nextPage(response)).toBeUndefined()
  })

  test('the link to the next page keeps the filters, the limit and the sort', async () => {
    const first = await listIncidents({ tags: tag, priority: 'in:MINOR,MAJOR', sort: 'name', limit: 3 })
    const { path, query } = nextPage(first)!

    const second = await reader.get<Page<Incident>>(path, { query })

    expect(second.body.meta).toMatchObject({ limit: 3, sort: 'name', filter: first.body.meta.filter, count: 1 })
  })

  test('following the links to next pages works for a filter with 501 values', async () => {
    const tags = [tag, ...Array.from({ length: 500 }, () => unique('another tag'))]

    const walked = await walk<Incident>(reader, '/incidents', { tags: `in:${tags.join(',')}`, sort: 'name', limit: 4 })

    expect(idsOf(walked)).toEqual(inOrder('name', incidents))
  })

  test.each(['-createdAt', 'createdAt', 'name', '-priority,name', 'id', '-occurredAt', 'lastModifiedAt'])(
    'paging with sort=%s returns every existing incident exactly once, even while incidents are created',
    async (sort) => {
      const own = unique('walk')
      const existing = await Promise.all(Array.from({ length: 23 }, (_, index) => createIncident(varied(own, index))))

      let inserted = 0
      const walked = await walk<Incident>(reader, '/incidents', { tags: own, sort, limit: 4 }, async () => {
        await Promise.all([createIncident(varied(own, inserted++)), createIncident(varied(own, inserted++))])
      })

      const existingIds = new Set(idsOf(existing))
      expect(idsOf(walked).filter((id) => existingIds.has(id))).toEqual(inOrder(sort, existing))
      expect(new Set(idsOf(walked)).size).toBe(walked.length)
    },
  )
})

test.each(['name', '-name', 'occurredAt', '-occurredAt', 'name,-occurredAt'])(
  'paging with sort=%s returns every incident once, even if names and dates are unusual',
  async (sort) => {
    const own = unique('odd')
    const names = [
      'Z',
      'a',
      'z',
      'Ä',
      'é',
      'e\u0301',
      '🚨',
      '\uFFFD',
      '\u0001',
      '\\',
      '"',
      "'",
      ' x',
      '\u202Ex',
      'İ',
      'ß',
      'ﬁ',
    ]
    const times = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z']
    const existing = await Promise.all(
      names.map((name, index) => createIncident({ tags: [own], name, occurredAt: times[index % times.length] })),
    )

    const walked = await walk<Incident>(reader, '/incidents', { tags: own, sort, limit: 3 })

    expect(idsOf(walked).toSorted()).toEqual(idsOf(existing).toSorted())
  },
)

test.each(['', 'made-up', 'e30', 'WyJuYW1lIl0', '%00', '🚨'])(
  'returns an empty page for the invented cursor %j',
  async (cursor) => {
    expect((await listIncidents({ tags: tag, cursor })).body).toMatchObject({ data: [], meta: { count: 0 } })
  },
)

test('returns an empty page for a cursor that came from a list with another sort', async () => {
  const { query } = nextPage(await listIncidents({ tags: tag, sort: 'createdAt', limit: 1 }))!
  const cursor = new URLSearchParams(query).get('cursor')!

  expect((await listIncidents({ tags: tag, sort: 'createdAt', cursor })).body.meta.count).toBe(incidents.length - 1)
  for (const sort of ['-createdAt', 'lastModifiedAt']) {
    expect((await listIncidents({ tags: tag, sort, cursor })).body).toMatchObject({ data: [], meta: { count: 0 } })
  }
})
