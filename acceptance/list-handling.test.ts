import { describe, expect, test } from 'vitest'
import { createIncident, idsOf, listIncidents, unique } from './support/incidents.ts'
import { invalidRequest, rejectionOf } from './support/rejection.ts'

const tag = unique('handling')
const incident = await createIncident({ tags: [tag] })
await createIncident()

const ignoredParameters = ({ headers }: { headers: Headers }): string[] =>
  (headers.get('tocsin-ignored-parameters') ?? '')
    .split(',')
    .map((name) => decodeURIComponent(name.trim()))
    .toSorted()

describe('an unknown parameter', () => {
  test('ignores unknown query parameters and names them in Tocsin-Ignored-Parameters', async () => {
    const response = await listIncidents({ tags: tag, status: 'open', colour: 'red' })

    expect(idsOf(response.body.data)).toEqual([incident.id])
    expect(ignoredParameters(response)).toEqual(['colour', 'status'])
  })

  test.each(['Tags', 'tags[a]', 'tags[0][1]', 'tags[', '[]', 'type_id', 'page', '__proto__', 'constructor'])(
    'treats %s as an unknown query parameter',
    async (name) => {
      const response = await listIncidents({ tags: tag, [name]: 'x' })

      expect(ignoredParameters(response)).toEqual([name])
    },
  )

  test('Tocsin-Ignored-Parameters shows a parameter without a name as two quotation marks', async () => {
    const response = await listIncidents(`tags=${encodeURIComponent(tag)}&=open`)

    expect(idsOf(response.body.data)).toEqual([incident.id])
    expect(ignoredParameters(response)).toEqual(['""'])
  })

  test('the name of an unknown query parameter cannot inject a response header', async () => {
    const response = await listIncidents(`tags=${encodeURIComponent(tag)}&a%0D%0AX-Evil%3A1=1&%F0%9F%9A%A8=1`)

    expect(response.headers.get('x-evil')).toBeNull()
    expect(ignoredParameters(response)).toEqual(['a\r\nX-Evil:1', '🚨'].toSorted())
  })

  test('shortens a very long parameter name in Tocsin-Ignored-Parameters', async () => {
    const response = await listIncidents({ tags: tag, ['x'.repeat(20_000)]: '1' })

    expect(idsOf(response.body.data)).toEqual([incident.id])
    expect(ignoredParameters(response)).toEqual([`${'x'.repeat(100)}…`])
  })

  test('Tocsin-Ignored-Parameters names only 8 of 200 unknown parameters, to stay short enough for clients', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `${index}x${'🚨'.repeat(60)}`)
    const response = await listIncidents({ tags: tag, ...Object.fromEntries(names.map((name) => [name, '1'])) })

    expect(ignoredParameters(response)).toHaveLength(8)
    expect(response.headers.get('tocsin-ignored-parameters')!.length).toBeLessThan(8_000)
  })

  test('sends no Tocsin-Ignored-Parameters header when all parameters are known', async () => {
    expect((await listIncidents({ tags: tag })).headers.has('tocsin-ignored-parameters')).toBe(false)
  })
})

describe('a repeated parameter written with brackets', () => {
  const strict = { prefer: 'handling=strict' }
  // No incident of any spec has this tag.
  const none = 'a-tag-that-nothing-has'
  const written = [
    'tags[]={tag}&tags[]={none}',
    'tags[0]={tag}&tags[1]={none}',
    'tags%5B%5D={tag}&tags%5b7%5d={none}',
    'tags[]={tag}&tags={none}',
    'tags[]=in:{tag},{none}',
  ]

  test.each(written)('accepts several filter values in bracket notation under strict handling: %s', async (query) => {
    const response = await listIncidents(
      query.replace('{tag}', encodeURIComponent(tag)).replace('{none}', none),
      strict,
    )

    expect(response.status).toBe(200)
    expect(idsOf(response.body.data)).toEqual([incident.id])
    expect(response.body.meta.filter).toMatchObject([{ field: 'tags', values: expect.arrayContaining([tag, none]) }])
  })

  test('orders sort keys in bracket notation, such as sort[2], by their indexes', async () => {
    const response = await listIncidents('sort[10]=id&sort[2]=-priority', strict)

    expect(response.body.meta.sort).toBe('-priority,id')
  })

  test.each(['limit[]=1', 'limit[0]=1'])(
    'accepts bracket notation for a parameter with one value: %s',
    async (query) => {
      expect((await listIncidents(query, strict)).body.meta.limit).toBe(1)
    },
  )

  test('rejects limit and limit[] together as a repeated parameter under strict handling', async () => {
    expect(rejectionOf(await listIncidents('limit=1&limit[]=2', strict))).toEqual(
      invalidRequest('limit repeated_parameter'),
    )
  })

  test('the link to the next page contains limit[], but not offset[], because the cursor replaces the offset', async () => {
    const first = await listIncidents('limit[]=1&offset[]=0', strict)
    const next = new URL(/<(.+)>/.exec(first.headers.get('link')!)![1]!)
    const second = await listIncidents(`${next.search.slice(1)}&cursor[]=`, strict)

    expect([...next.searchParams.keys()]).toEqual(['limit[]', 'cursor'])
    expect(rejectionOf(second)).toMatchObject({ status: 400 })
    expect((await listIncidents(next.search.slice(1), strict)).status).toBe(200)
  })
})

/** Returns the cursor of the second page of the list of all incidents, with one incident per page. */
async function cursorOfSecondPage(): Promise<string> {
  return (await listIncidents({ limit: 1 })).headers.get('tocsin-next-cursor')!
}

describe('without Prefer', () => {
  test('without the header Prefer, list-incidents uses the last of several cursors, and ignores an offset sent with a cursor', async () => {
    const cursor = await cursorOfSecondPage()
    const { body } = await listIncidents({ limit: 1, cursor })

    expect((await listIncidents({ limit: 1, cursor: ['made-up', cursor], offset: 1 })).body).toEqual(body)
  })
})

describe('Prefer: handling=strict', () => {
  const strict = { prefer: 'handling=strict' }

  test('strict handling answers a valid query with the same body as lenient handling, and sends Preference-Applied', async () => {
    const query = { tags: tag, sort: '-priority,name', limit: 10, startAt: 'gte:2020-01-01T00:00:00Z' }

    const response = await listIncidents(query, strict)

    expect({ status: response.status, body: response.body }).toMatchObject({
      status: 200,
      body: (await listIncidents(query)).body,
    })
    expect(response.headers.get('preference-applied')).toBe('handling=strict')
  })

  test.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'many'],
    ['offset', '-1'],
    ['offset', '1.5'],
    ['sort', 'colour'],
    ['typeId', 'ground-floor'],
    ['stateId', 'in:open,closed'],
    ['priority', 'in:MAJOR,BLOCKER'],
    ['startAt', 'yesterday'],
    ['endAt', 'gte:2026-03-01T00:00:00Z'],
    ['cursor', 'made-up'],
  ])('strict handling rejects the invalid parameter %s=%s', async (name, value) => {
    const response = await listIncidents({ tags: tag, [name]: value }, strict)

    expect(rejectionOf(response)).toEqual(invalidRequest(`${name} invalid_value`))
    expect(response.headers.get('preference-applied')).toBe('handling=strict')
  })

  test('strict handling rejects an unknown query parameter', async () => {
    expect(rejectionOf(await listIncidents({ status: 'open' }, strict))).toEqual(
      invalidRequest('status unknown_parameter'),
    )
  })

  test('strict handling rejects a parameter without a name and describes the parameter as two quotation marks', async () => {
    const response = await listIncidents('=open', strict)

    expect(rejectionOf(response)).toEqual(invalidRequest(' unknown_parameter'))
    expect(response.body as unknown).toMatchObject({ detail: 'There is no parameter "".' })
  })

  test.each([
    ['limit', ['1', '2']],
    ['q', ['warm', 'cold']],
    ['startAt', ['2026-03-01T00:00:00Z', 'gte:2026-03-02T00:00:00Z']],
    ['endAt', ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z']],
  ])('strict handling rejects a repeated %s', async (name, values) => {
    expect(rejectionOf(await listIncidents({ [name]: values }, strict))).toEqual(
      invalidRequest(`${name} repeated_parameter`),
    )
  })

  test('strict handling rejects a repeated cursor', async () => {
    const cursor = await cursorOfSecondPage()

    expect(rejectionOf(await listIncidents({ cursor: [cursor, cursor] }, strict))).toEqual(
      invalidRequest('cursor repeated_parameter'),
    )
  })

  test.each(['0', '1'])('strict handling rejects offset=%s sent together with a cursor', async (offset) => {
    const query = { cursor: await cursorOfSecondPage(), offset }

    expect(rejectionOf(await listIncidents(query, strict))).toEqual(invalidRequest('offset invalid_value'))
  })

  test('strict handling reports every invalid query parameter in one response', async () => {
    const query = {
      limit: 0,
      offset: 'x',
      sort: 'colour',
      typeId: 'x',
      categoryId: 'x',
      stateId: 'x',
      priority: 'x',
      locationId: 'x',
      pointId: 'x',
      assigneeId: 'x',
      createdBy: 'x',
      startAt: 'x',
      endAt: 'x',
    }

    expect(rejectionOf(await listIncidents({ ...query, status: 'x' }, strict))).toEqual(
      invalidRequest(...Object.keys(query).map((name) => `${name} invalid_value`), 'status unknown_parameter'),
    )
  })

  test.each(['handling=strict, respond-async', 'respond-async; wait=10, handling=strict', 'Handling="strict"'])(
    'recognizes strict handling in the header Prefer: %s',
    async (prefer) => {
      expect((await listIncidents({ limit: 0 }, { prefer })).status).toBe(400)
    },
  )
})

test.each(['handling=lenient', 'handling=stricter', 'strict', 'return=minimal', 'x="handling=strict"'])(
  'the header Prefer: %s does not select strict handling',
  async (prefer) => {
    expect((await listIncidents({ limit: 0 }, { prefer })).body.meta.limit).toBe(1)
  },
)

test('sends no Preference-Applied header to a request without Prefer', async () => {
  expect((await listIncidents({ tags: tag })).headers.has('preference-applied')).toBe(false)
})
