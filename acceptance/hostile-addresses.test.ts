import { describe, expect, test } from 'vitest'
import { checkResponse } from './support/check-response.ts'
import { apiKey, baseUrl } from './support/client.ts'
import { comment, commentsPath } from './support/comments.ts'
import { hostileAddressParts } from './support/hostile-values.ts'
import { createIncident, listIncidents, unique } from './support/incidents.ts'
import { mayAnswer, type Operation, operations, pathParameters, pathWith } from './support/operations.ts'
import { nextPage } from './support/walk.ts'
import { sendBytes, sendText } from './support/wire.ts'

const incident = await createIncident({ tags: [unique('address')] })
const { id: commentId } = await comment(incident.id)
const parts = Object.entries(hostileAddressParts)

/** Returns the query parameters that the operation requires, followed by `&`; an empty text if it requires none. */
const neededQuery = ({ path }: Operation): string => (path === commentsPath ? `relatedEntityId=${incident.id}&` : '')

/**
 * Sends a request to each target. Returns a description of each response that has an undocumented status or violates
 * the contract.
 */
async function violationsOf(operation: Operation, targets: [string, string][], headers = {}): Promise<string[]> {
  const violations: string[] = []
  for (const [what, target] of targets) {
    try {
      const { status } = await sendBytes({ method: operation.method, target, headers })
      if (!mayAnswer(operation, status)) violations.push(`${what}: ${status}`)
    } catch (error) {
      violations.push(`${what}: ${(error as Error).message.split('\n', 1)[0]}`)
    }
  }
  return violations
}

const parameters = operations.flatMap((operation) =>
  operation.query.map((name) => ({ operation, name, title: `${operation.id} ${name}` })),
)

describe.each(parameters)('the query parameter $title', ({ operation, name }) => {
  const target = (query: string): string => `${operation.path}?${neededQuery(operation)}${query}`
  const each = parts.map(([what, part]): [string, string] => [what, target(`${name}=${part}`)])
  const shapes = [name, `${name}[]=x`, `${name}[a][b]=x`, `${name}.a=x`, `${name}=x&`.repeat(1000), `&&=&${name}==&`]

  test('answers each hostile value of a query parameter with a documented status below 500', async () => {
    expect(await violationsOf(operation, each)).toEqual([])
  })

  test('answers repeated, nested and malformed forms of a query parameter with a documented status below 500', async () => {
    const targets = shapes.map((shape): [string, string] => [shape.slice(0, 50), target(shape)])

    expect(await violationsOf(operation, targets)).toEqual([])
  })
})

const listing = operations.find(({ id }) => id === 'list-incidents')!

test.each(listing.query)(
  'answers 200 or 400 to each hostile value of the query parameter %s under strict handling',
  async (name) => {
    const targets = parts.map(([what, part]): [string, string] => [what, `${listing.path}?${name}=${part}`])
    const strict: Operation = { ...listing, statuses: [200, 400] }

    expect(await violationsOf(strict, targets, { prefer: 'handling=strict' })).toEqual([])
  },
)

test('a cursor with one changed character causes no server error', async () => {
  const first = await listIncidents({ sort: '-priority,name,-occurredAt', limit: 1 })
  const { path, query } = nextPage(first)!
  const cursor = new URLSearchParams(query).get('cursor')!
  const changed = [...cursor].map((character, index): [string, string] => {
    const other = character === 'A' ? 'B' : 'A'
    const text = cursor.slice(0, index) + other + cursor.slice(index + 1)
    return [text, `${path}?${query.replace(encodeURIComponent(cursor), text)}`]
  })

  expect(await violationsOf(listing, changed)).toEqual([])
})

/**
 * Values that the filters `tags` and `externalId` accept, but `q` does not, because `q` ignores white space and has a
 * maximum length.
 */
const blankOrEndless = [' ', '\ufeff', 'x'.repeat(100_000)]

describe.each([
  ['q', ['x'.repeat(5_000)]],
  ['tags', blankOrEndless],
  ['externalId', blankOrEndless],
])('the text filter %s', (name, own) => {
  test.each(['\u0001\u001f', '👩‍👩‍👧‍👦', 'e\u0301', '\u202ex', '__proto__', '\uffff', 'a,b', '+', '%00', ...own])(
    'applies a text filter with its value exactly as sent: %.20j',
    async (value) => {
      const { meta } = (await listIncidents({ [name]: value })).body

      expect(meta.filter).toMatchObject([{ field: name, values: [value] }])
    },
  )
})

const inPath = operations.flatMap((operation) =>
  pathParameters(operation).map((name) => ({ operation, name, title: `${operation.id} ${name}` })),
)

test.each(inPath)(
  'answers each hostile value of the path parameter $title with a documented status below 500',
  async ({ operation, name }) => {
    const targets = parts.map(([what, part]): [string, string] => [
      what,
      pathWith(operation, { commentId, id: incident.id, revision: '1', [name]: part }),
    ])

    expect(await violationsOf(operation, targets)).toEqual([])
  },
)

describe('a header', () => {
  const values = { empty: '', 'high bytes': '\xff\xfe', long: 'x'.repeat(20_000), odd: '";,=\\\t;;' }
  const names = [
    'x-request-id',
    'prefer',
    'accept',
    'accept-encoding',
    'if-none-match',
    'idempotency-key',
    'range',
    'expect',
  ]

  test.each(names)(
    'a GET request with a hostile value of the header %s gets a documented status below 500',
    async (name) => {
      const violations: string[] = []
      for (const operation of operations.filter(({ method }) => method === 'GET')) {
        for (const [what, value] of Object.entries(values)) {
          const target = [pathWith(operation, { id: incident.id, revision: '1' }), neededQuery(operation)].join('?')
          const { status } = await sendBytes({ method: 'GET', target, headers: { [name]: value } })
          if (!mayAnswer(operation, status)) violations.push(`${operation.id}, ${what}: ${status}`)
        }
      }

      expect(violations).toEqual([])
    },
  )

  test.each(Object.entries(values))(
    'answers 401 to a request with a hostile value of the x-api-key header: %s',
    async (_, value) => {
      expect((await sendBytes({ method: 'GET', target: '/incidents', headers: { 'x-api-key': value } })).status).toBe(
        401,
      )
    },
  )

  test.each([
    ['empty', ''],
    ['of high bytes', '\xff\xfe'],
    ['with blanks', 'a b'],
    ['of 256 characters', 'x'.repeat(256)],
    ['of 20,000 characters', 'x'.repeat(20_000)],
  ])('answers 201 or 400 to an unusual Idempotency-Key: %s', async (_, key) => {
    const body = Buffer.from(JSON.stringify({ relatedEntityId: incident.id, message: 'x' }))
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }

    expect([201, 400]).toContain((await sendBytes({ method: 'POST', target: commentsPath, headers, body })).status)
  })
})

describe('malformed HTTP', () => {
  const { host, pathname } = new URL(baseUrl)
  const get = (line: string, ...headers: string[]): string =>
    [line, `host: ${host}`, `x-api-key: ${apiKey}`, 'connection: close', ...headers, '', ''].join('\r\n')

  test.each([
    ['no method', get(` ${pathname}/incidents HTTP/1.1`)],
    ['an unknown method', get(`STEAL ${pathname}/incidents HTTP/1.1`)],
    ['a blank in the address', get(`GET ${pathname}/inci dents HTTP/1.1`)],
    ['a raw byte in the address', get(`GET ${pathname}/incidents?q=\xff HTTP/1.1`)],
    ['an unknown version', get(`GET ${pathname}/incidents HTTP/9.9`)],
    ['a header without a colon', get(`GET ${pathname}/incidents HTTP/1.1`, 'nonsense')],
    ['a header with NUL', get(`GET ${pathname}/incidents HTTP/1.1`, 'x-a: \0')],
    ['no host', `GET ${pathname}/incidents HTTP/1.1\r\nconnection: close\r\n\r\n`],
    ['two hosts', get(`GET ${pathname}/incidents HTTP/1.1`, 'host: elsewhere.example')],
    ['two hosts in HTTP/1.0', get(`GET ${pathname}/incidents HTTP/1.0`, `host: ${host}`)],
    ['two lengths', get(`POST ${pathname}/incidents HTTP/1.1`, 'content-length: 1', 'content-length: 2')],
    [
      'a length and chunks',
      get(`POST ${pathname}/incidents HTTP/1.1`, 'content-length: 1', 'transfer-encoding: chunked'),
    ],
    ['a negative length', get(`POST ${pathname}/incidents HTTP/1.1`, 'content-length: -1')],
    ['headers of 1 MB', get(`GET ${pathname}/incidents HTTP/1.1`, `x-a: ${'x'.repeat(1_000_000)}`)],
    ['no HTTP at all', '\x16\x03\x01\r\n\r\n'],
  ])('answers malformed HTTP with 400 and a complete problem: %s', async (_, text) => {
    const response = await sendText(text)

    expect(response.status).toBe(400)
    expect(() => checkResponse('GET', '/nowhere', response)).not.toThrow()
  })

  test('answers 405 to the HTTP method QUERY, which no operation has', async () => {
    expect((await sendText(get(`QUERY ${pathname}/incidents HTTP/1.1`))).status).toBe(405)
  })
})
