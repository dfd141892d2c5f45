import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from './support/console.ts'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

let administrator: SignedIn
beforeAll(async () => {
  administrator = await (await server.newOrganization()).signIn('administrator')
})

const send = async (path: string, body: string) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  return { status: response.status, problem: (await response.json()) as { code: string; detail: string } }
}

const values = (count: number): string => `in:${Array.from({ length: count }, (_, index) => index).join(',')}`

test.each(['/api/console/session', '/api/console/set-up'])(
  'rejects a request body of more than 16 KiB to %s',
  async (path) => {
    const within = await send(path, JSON.stringify({ password: 'x'.repeat(15 * 1024) }))
    const beyond = await send(path, JSON.stringify({ password: 'x'.repeat(16 * 1024) }))

    expect(within.problem.code).toBe('invalid_request')
    expect(beyond).toMatchObject({
      status: 400,
      problem: { code: 'body_too_large', detail: expect.stringContaining('16 KiB') },
    })
  },
)

test('accepts request bodies of up to 1 MiB in the console, and rejects longer bodies', async () => {
  const body = { clientRequestId: randomUUID(), name: 'Long', description: 'x'.repeat(1024 * 1024 - 200) }

  expect(await administrator.call('POST', '/incidents', { body })).toMatchObject({ status: 201 })
  body.description += 'x'.repeat(200)
  expect(await administrator.call('POST', '/incidents', { body })).toMatchObject({ body: { code: 'body_too_large' } })
})

describe('size limits of the console', () => {
  test.each(['/incidents/count', '/incidents.csv'])(
    'rejects more than 5,000 values in a filter, and more than 20 sort keys, in the query string of %s',
    async (path) => {
      const tooMany = await administrator.call('GET', `${path}?tags=${values(5_001)}`)
      const tooLong = await administrator.call('GET', `${path}?sort=${Array(21).fill('name').join(',')}`)

      expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ parameter: 'tags', code: 'too_long' }] } })
      expect(tooLong).toMatchObject({ status: 400, body: { errors: [{ parameter: 'sort', code: 'too_long' }] } })
    },
  )

  test.each(['/directory/locations', '/directory/users', '/keys', '/workflow-states'])(
    'reports 100 violations for 50,000 unknown search parameters of %s',
    async (path) => {
      const names = Array.from({ length: 50_000 }, (_, index) => index).join('&')
      const { status, body } = await administrator.call('GET', `${path}?${names}`)

      expect({ status, errors: body.errors.length }).toEqual({ status: 400, errors: 100 })
    },
  )

  test.each([
    ['types', 1_001, (id: string) => ({ id, name: 'T', active: true, profileId: null })],
    ['categories', 5_001, (id: string) => ({ id, typeId: id, name: 'C', active: true })],
    ['profiles', 101, (id: string) => ({ id, name: 'P', fields: {} })],
  ] as const)('rejects a configuration draft with too many %s: %i', async (field, count, entry) => {
    const { body: draft } = await administrator.call<{ version: number; content: object }>(
      'GET',
      '/configuration/draft',
    )
    const content = { ...draft.content, [field]: Array.from({ length: count }, () => entry(randomUUID())) }
    const body = { version: draft.version, basedOnRevision: 1, content }

    expect(await administrator.call('PUT', '/configuration/draft', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: `/content/${field}`, code: 'too_long' }] },
    })
  })
})
