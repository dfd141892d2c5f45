import { afterEach, describe, expect, test } from 'vitest'
import { integration, type ApiResponse } from './support/client.ts'
import { comment } from './support/comments.ts'
import { hostileValues, unreadableValues } from './support/hostile-values.ts'
import { createIncident, tryCreation } from './support/incidents.ts'
import { mayAnswer, type Operation, operations, pathWith } from './support/operations.ts'
import { sendBytes } from './support/wire.ts'

const incident = await createIncident()
const { id: commentId } = await comment(incident.id)

/** Makes a valid request body for the operation, in which all references exist. */
const bodyOf = ({ id, body }: Operation): Record<string, unknown> => ({
  ...body!(),
  ...(id === 'create-comment' && { relatedEntityId: incident.id }),
})

/** Makes a valid request body and replaces the value of one field with `value`, which need not be JSON. */
function bodyWith(operation: Operation, field: string, value: Buffer): Buffer {
  const { [field]: _, ...others } = bodyOf(operation)
  const rest = JSON.stringify(others)
  return Buffer.concat([
    Buffer.from(`{${JSON.stringify(field)}:`),
    value,
    Buffer.from(rest === '{}' ? '}' : `,${rest.slice(1)}`),
  ])
}

const send = (
  operation: Operation,
  body: Buffer | undefined,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  sendBytes({
    method: operation.method,
    target: pathWith(operation, { commentId, id: incident.id }),
    headers: { 'content-type': 'application/json', 'content-length': String(body?.length ?? 0), ...headers },
    ...(body && { body }),
  })

/** Returns false for the comment of a patch and the items of a batch, because responses do not contain these fields. */
const isReturned = (field: string): boolean => field !== 'comment' && field !== 'items'

/** Returns the value that the response must contain for an accepted value of the field. */
function returned(field: string, value: unknown): unknown {
  if (field === 'tags') return value ?? []
  if (typeof value !== 'string') return value
  if (field === 'occurredAt') return new Date(value).toISOString()
  return field.endsWith('Id') && field !== 'externalId' ? value.toLowerCase() : value
}

/**
 * Sends a request body with one hostile value. Returns a list with one description if the response violates the
 * contract, and an empty list otherwise.
 */
async function violationOf(operation: Operation, field: string, { what, value }: { what: string; value: Buffer }) {
  const { status, body } = await send(operation, bodyWith(operation, field, value))
  if (!mayAnswer(operation, status)) return [`${what}: ${status}`]
  if (status >= 300 || !isReturned(field)) return []
  const name = field === 'configVersion' ? 'creationConfigVersion' : field
  const expected = JSON.stringify(returned(field, JSON.parse(value.toString())))
  const actual = JSON.stringify((body as Record<string, unknown>)[name])
  return actual === expected ? [] : [`${what}: ${expected.slice(0, 100)} came back as ${actual?.slice(0, 100)}`]
}

/** Deletes the webhook endpoints that hostile but accepted bodies have created. An organization can have at most 50. */
afterEach(async () => {
  const { body } = await integration.get<{ data: { id: string; url: string }[] }>('/webhook-endpoints')
  for (const { id, url } of body.data) {
    if (url.includes('//receiver.invalid')) await integration.delete(`/webhook-endpoints/${id}`)
  }
})

const withBody = operations.filter(({ body }) => body !== undefined)
const fields = withBody.flatMap((operation) =>
  Object.keys(bodyOf(operation)).map((field) => ({ operation, field, title: `${operation.id} ${field}` })),
)

test.each(fields)(
  'rejects each hostile value of the field $title with a documented status, or returns the value unchanged',
  async ({ operation, field }) => {
    const violations: string[] = []
    for (const hostile of hostileValues) violations.push(...(await violationOf(operation, field, hostile)))

    expect(violations).toEqual([])
  },
)

test.each(fields)(
  'answers 400 to values of the field $title that are not JSON or not UTF-8',
  async ({ operation, field }) => {
    const violations: string[] = []
    for (const { what, value } of unreadableValues) {
      const { status } = await send(operation, bodyWith(operation, field, value))
      if (status !== 400) violations.push(`${what}: ${status}`)
    }

    expect(violations).toEqual([])
  },
)

test.each(fields.filter(({ field }) => isReturned(field)))(
  'rejects a body that contains the field $title twice, or uses the last of the two values',
  async ({ operation, field }) => {
    const valid = bodyOf(operation)
    const text = JSON.stringify(valid).replace(/^\{/, `{${JSON.stringify(field)}:"first",`)

    const { status, body } = await send(operation, Buffer.from(text))

    expect(mayAnswer(operation, status)).toBe(true)
    expect(['rejected', valid[field]]).toContainEqual(
      status < 300 ? (body as Record<string, unknown>)[field] : 'rejected',
    )
  },
)

describe.each(withBody)('$id', (operation) => {
  const valid = JSON.stringify(bodyOf(operation))
  const long = (size: number): string => JSON.stringify({ ...bodyOf(operation), externalId: 'x'.repeat(size) })

  const bodies: [string, string | Buffer][] = [
    ['5 MiB of text', long(5 * 1024 * 1024)],
    ['5 MiB of blanks', valid + ' '.repeat(5 * 1024 * 1024)],
    ['5 MiB of brackets', '['.repeat(5 * 1024 * 1024)],
    ['no JSON', 'hello'],
    ['JSON cut off', valid.slice(0, -1)],
    ['JSON with an additional comma', `${valid},`],
    ['two bodies', valid + valid],
    ['a list', `[${valid}]`],
    ['a text', JSON.stringify(valid)],
    ['a number', '1e400'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list nested 200,000 deep', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['an object nested 200,000 deep', `${'{"message":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
    ['a field __proto__', valid.replace('{', '{"__proto__":{"polluted":true},')],
    ['a field constructor', valid.replace('{', '{"constructor":{"prototype":{"polluted":true}},')],
    ['a field toString', valid.replace('{', '{"toString":"x","hasOwnProperty":"y",')],
    ['a field without a name', valid.replace('{', '{"":1,')],
    ['a field named with NUL', valid.replace('{', '{"\\u0000":1,')],
    ['a field named with half a surrogate pair', valid.replace('{', '{"\\ud800":1,')],
    [
      '10,000 unknown fields',
      valid.replace('{', `{${Array.from({ length: 10_000 }, (_, i) => `"f${i}":1,`).join('')}`),
    ],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(valid)])],
    ['UTF-16', Buffer.from(`\ufeff${valid}`, 'utf16le')],
    ['JSON with an additional NUL byte', Buffer.concat([Buffer.from(valid), Buffer.from([0])])],
  ]

  test.each(bodies)('answers 400 to an invalid request body: %s', async (_, body) => {
    expect((await send(operation, Buffer.from(body as string))).status).toBe(400)
  })

  test.each([
    ['no content type', { 'content-type': '' }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an upload', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['nonsense', { 'content-type': '\xff;;=' }],
    ['a compression although the body is not compressed', { 'content-encoding': 'gzip' }],
  ])('answers an unusual content type or encoding with a documented status below 500: %s', async (_, headers) => {
    expect(mayAnswer(operation, (await send(operation, Buffer.from(valid), headers)).status)).toBe(true)
  })

  test('answers 400 to an empty request body', async () => {
    expect((await send(operation, undefined)).status).toBe(400)
    expect((await send(operation, Buffer.from(''), { 'content-type': '' })).status).toBe(400)
  })
})

test('the server still accepts an ordinary creation after all hostile requests', async () => {
  const { status, body } = await tryCreation({ name: 'Ordinary' })

  expect({ status, polluted: 'polluted' in body }).toEqual({ status: 201, polluted: false })
  expect(body.name).toBe('Ordinary')
})
