import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ApiResponse, Query } from './support/client.ts'
import {
  createIncident,
  creation,
  idsOf,
  listIncidents,
  sendCreationText,
  tryCreation,
  unique,
} from './support/incidents.ts'
import { invalidIncident, invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import type { Incident, Page } from './support/resources.ts'

const tag = unique('ceilings')
const incident = await createIncident({ tags: [tag] })

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))
const uuids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
const repeated = (name: string, values: string[]): string => values.map((value) => `${name}=${value}`).join('&')

describe('an incident', () => {
  test('accepts an incident with 1,000 tags', async () => {
    const tags = numbers(1_000)

    expect((await createIncident({ tags })).tags).toEqual(tags)
  })

  test.each([1_001, 30_000])(
    'rejects an incident with %i tags, because an incident may have at most 1,000',
    async (count) => {
      expect(rejectionOf(await tryCreation({ tags: numbers(count) }))).toEqual(invalidIncident('/tags too_long'))
    },
  )

  test('answers body_too_large to a creation with 100,000 tags', async () => {
    expect(rejectionOf(await tryCreation({ tags: numbers(100_000) }))).toEqual(rejected(400, 'body_too_large'))
  })
})

describe('a body', () => {
  test('answers body_too_large to a body with 32,769 JSON values, but not to a body with 32,768', async () => {
    const { name, clientRequestId } = creation()
    const withOnes = (count: number): string => JSON.stringify({ clientRequestId, name, x: Array(count).fill(1) })

    // A body, its three fields and the 32,764 items of `x` are 32,768 values, the maximum.
    expect(rejectionOf(await sendCreationText(withOnes(32_764))).code).toBe('invalid_incident')
    expect(rejectionOf(await sendCreationText(withOnes(32_765))).code).toBe('body_too_large')
    expect(rejectionOf(await sendCreationText(`[${'1,'.repeat(500_000)}1]`)).code).toBe('body_too_large')
  })

  test('answers body_too_large only to bodies with an object of more than 10,000 fields', async () => {
    const withFields = (count: number) => Object.fromEntries(numbers(count).map((number) => [`field${number}`, 1]))

    // The clientRequestId and the name that `tryCreation` adds make 10,000 fields, the maximum.
    expect(rejectionOf(await tryCreation(withFields(9_998))).code).toBe('invalid_incident')
    expect(rejectionOf(await tryCreation(withFields(9_999))).code).toBe('body_too_large')
    const manyObjects = JSON.stringify({ ...creation(), x: numbers(30).map(() => withFields(999)) })
    expect(rejectionOf(await sendCreationText(manyObjects)).code).toBe('invalid_incident')
  })

  test('does not count commas, colons and brackets inside texts as JSON values', async () => {
    expect((await tryCreation({ description: ',[{:'.repeat(100_000) })).status).toBe(201)
  })

  test('the problem of a body with 5,000 violations lists 100 of them and gives the total number', async () => {
    const fields = Object.fromEntries(numbers(5_000).map((number) => [`field${number}`, 1]))

    const { body } = await tryCreation(fields)

    expect(body.errors).toHaveLength(100)
    expect(body.detail).toContain('There are 5000 violations')
  })

  test('the problem of a body with 900 texts that contain NUL lists 100 violations and gives the total number', async () => {
    const { body } = await tryCreation({ tags: numbers(900).map((number) => `\0${number}`) })

    expect(body.errors).toHaveLength(100)
    expect(body.detail).toContain('There are 900 violations')
  })

  test.each([
    ['an unknown field', { ['x'.repeat(900_000)]: 1 }],
    ['texts that cannot be stored', { ['x'.repeat(900_000)]: Array(100).fill('\0') }],
    ['nested unknown fields', { a: { ['/'.repeat(400_000)]: { ['~'.repeat(400_000)]: '\ud800' } } }],
  ])('the problem of a very long field name does not repeat the whole name: %s', async (_, fields) => {
    const { status, text } = await tryCreation(fields)

    expect(status).toBe(400)
    expect(text.length).toBeLessThan(100_000)
  })
})

/** Sends a query that exceeds a limit, once with lenient handling and once with strict handling. */
async function responsesBeyond(query: Query): Promise<{ lenient: ApiResponse<Page<Incident>>; strict: ApiResponse }> {
  return { lenient: await listIncidents(query), strict: await listIncidents(query, { prefer: 'handling=strict' }) }
}

const ignoredBy = ({ headers }: ApiResponse): string | null => headers.get('tocsin-ignored-parameters')

const found = ({ status, body }: ApiResponse<Page<Incident>>) => ({ status, ids: idsOf(body.data) })

describe('a list', () => {
  test.each([
    ['tags', `in:${numbers(4_999).join(',')},${tag}`],
    ['locationId', `in:${uuids(5_000).join(',')}`],
  ])('accepts 5,000 values in the %s filter', async (name, values) => {
    const { status, body } = await listIncidents({ [name]: values }, { prefer: 'handling=strict' })

    expect(status).toBe(200)
    expect(body.meta.filter[0]!.values).toHaveLength(5_000)
  })

  test.each([
    ['tags', `tags=in:${numbers(5_000).join(',')},${encodeURIComponent(tag)}`],
    ['tags', `tags=${encodeURIComponent(tag)}&${repeated('tags', numbers(5_000))}`],
    ['tags', `tags[]=${encodeURIComponent(tag)}&${repeated('tags[]', numbers(5_000))}`],
    ['tags', `tags=${encodeURIComponent(tag)}&tags=in:${','.repeat(400_000)}`],
    ['stateId', `tags=${encodeURIComponent(tag)}&stateId=in:${uuids(5_001).join(',')}`],
    ['priority', `tags=${encodeURIComponent(tag)}&priority=in:${Array(5_001).fill('NORMAL').join(',')}`],
    ['q', `tags=${encodeURIComponent(tag)}&q=${'a+'.repeat(10)}a`],
    ['q', `tags=${encodeURIComponent(tag)}&q=${'a'.repeat(5_001)}`],
    ['sort', `tags=${encodeURIComponent(tag)}&sort=${Array(21).fill('name').join(',')}`],
    ['sort', `tags=${encodeURIComponent(tag)}&${repeated('sort', Array(21).fill('name'))}`],
    ['sort', `tags=${encodeURIComponent(tag)}&sort=${','.repeat(90_000)}`],
  ])(
    'if the parameter %s exceeds its limit, the list is empty and a header names the parameter; strict handling answers 400',
    async (name, query) => {
      const { lenient, strict } = await responsesBeyond(query)

      expect(found(lenient)).toEqual({ status: 200, ids: [] })
      expect(ignoredBy(lenient)).toBe(name)
      expect(rejectionOf(strict)).toEqual(invalidRequest(`${name} too_long`))
    },
  )

  test('a sort that repeats one key 20 times is accepted under lenient handling, and gets 400 under strict handling', async () => {
    const { lenient, strict } = await responsesBeyond({ tags: tag, sort: Array(20).fill('name').join(',') })

    expect(found(lenient)).toEqual({ status: 200, ids: [incident.id] })
    expect(rejectionOf(strict)).toEqual(invalidRequest('sort invalid_value'))
  })

  test('list-incidents accepts 10,000 query parameters, and returns an empty list for 10,001', async () => {
    const within = await listIncidents(`tags=${encodeURIComponent(tag)}&${repeated('x', numbers(9_999))}`)
    const { lenient, strict } = await responsesBeyond(
      `tags=${encodeURIComponent(tag)}&${repeated('x', numbers(9_999))}&y=1`,
    )

    expect(found(within)).toEqual({ status: 200, ids: [incident.id] })
    expect(found(lenient)).toEqual({ status: 200, ids: [] })
    expect(ignoredBy(lenient)).toBe('y, x')
    expect(rejectionOf(strict).errors).toContain('y too_long')
  })

  test('the problem of a query with 50,000 unknown parameters lists 100 violations under strict handling', async () => {
    const { strict } = await responsesBeyond(numbers(50_000).join('&'))

    expect(strict.status).toBe(400)
    expect((strict.body as { errors: unknown[] }).errors).toHaveLength(100)
    expect((strict.body as { detail: string }).detail).toMatch(/There are [\d,]+ violations/)
    expect(strict.text.length).toBeLessThan(50_000)
  })

  test('the problem for a filter with 5,000 invalid values shows ten values and the number of the remaining values', async () => {
    const { strict } = await responsesBeyond({ priority: `in:${numbers(5_000).join(',')}` })

    expect((strict.body as { detail: string }).detail).toMatch(/cannot be "0", .*"9" and 4990 more\.$/)
  })
})

test('the total number of violations includes malformed fields even if a body has 500 unknown fields', async () => {
  const unknown = Object.fromEntries(numbers(500).map((number) => [`field${number}`, 1]))

  const { status, body } = await tryCreation({ ...unknown, name: 1, tags: 1, occurredAt: 'x' })

  expect(status).toBe(400)
  expect(body.detail).toContain('There are 503 violations')
})
