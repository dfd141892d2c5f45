import { describe, expect, test } from 'vitest'
import { checkAnswer } from './support/check-answer.ts'
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

/** The query that the operation cannot do without. */
const neededQuery = ({ path }: Operation): string => (path === commentsPath ? `relatedEntityId=${incident.id}&` : '')

/** Returns the violations of the contract in the answers. */
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

  test('does not fail, whatever its value is', async () => {
    expect(await violationsOf(operation, each)).toEqual([])
  })

  test('does not fail, however it is written', async () => {
    const targets = shapes.map((shape): [string, string] => [shape.slice(0, 50), target(shape)])

    expect(await violationsOf(operation, targets)).toEqual([])
  })
})

const listing = operations.find(({ id }) => id === 'list-incidents')!

test.each(listing.query)(
  'with strict handling %s is refused with 400 or answered, whatever its value is',
  async (name) => {
    const targets = parts.map(([what, part]): [string, string] => [what, `${listing.path}?${name}=${part}`])
    const strict: Operation = { ...listing, statuses: [200, 400] }

    expect(await violationsOf(strict, targets, { prefer: 'handling=strict' })).toEqual([])
  },
)

test('a cursor of which one character was changed does not fail', async () => {
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

/** White space asks for nothing in q, and a search has an end. */
const blankOrEndless = [' ', '\ufeff', 'x'.repeat(100_000)]

describe.each([
  ['q', ['x'.repeat(5_000)]],
  ['tags', blankOrEndless],
  ['externalId', blankOrEndless],
])('the text filter %s', (name, own) => {
  test.each(['\u0001\u001f', '👩‍👩‍👧‍👦', 'e\u0301', '\u202ex', '__proto__', '\uffff', 'a,b', '+', '%00', ...own])(
    'runs with the value exactly as it was sent: %.20j',
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
  'the path parameter $title is refused as the operation may, whatever it is',
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

  test.each(names)('%s does not fail, whatever it is', async (name) => {
    const violations: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      for (const [what, value] of Object.entries(values)) {
        const target = [pathWith(operation, { id: incident.id, revision: '1' }), neededQuery(operation)].join('?')
        const { status } = await sendBytes({ method: 'GET', target, headers: { [name]: value } })
        if (!mayAnswer(operation, status)) violations.push(`${operation.id}, ${what}: ${status}`)
      }
    }

    expect(violations).toEqual([])
  })

  test.each(Object.entries(values))('x-api-key is refused with 401 when it is %s', async (_, value) => {
    expect((await sendBytes({ method: 'GET', target: '/incidents', headers: { 'x-api-key': value } })).status).toBe(401)
  })

  test.each([
    ['empty', ''],
    ['of high bytes', '\xff\xfe'],
    ['with blanks', 'a b'],
    ['of 256 characters', 'x'.repeat(256)],
    ['of 20,000 characters', 'x'.repeat(20_000)],
  ])('Idempotency-Key is refused or accepted when it is %s', async (_, key) => {
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
  ])('is answered with a problem: %s', async (_, text) => {
    const answer = await sendText(text)

    expect(answer.status).toBe(400)
    expect(() => checkAnswer('GET', '/nowhere', answer)).not.toThrow()
  })

  test('a method that no operation has is answered as one that the address lacks', async () => {
    expect((await sendText(get(`QUERY ${pathname}/incidents HTTP/1.1`))).status).toBe(405)
  })
})
