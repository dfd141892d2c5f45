import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { integration } from './support/client.ts'
import { creation, sendCreationText, tryCreation } from './support/incidents.ts'
import type { Problem } from './support/resources.ts'
import { invalidIncident, rejectionOf, rejected } from './support/rejection.ts'

const nested = (depth: number): string => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

test('answers bad_request_line to a request with headers of more than 64 KiB', async () => {
  const headers = Object.fromEntries([...Array(10).keys()].map((n) => [`x-note-${n}`, 'x'.repeat(7_000)]))

  expect(rejectionOf(await sendCreationText(JSON.stringify(creation()), headers))).toEqual(
    rejected(400, 'bad_request_line'),
  )
})

describe('a body that cannot be read', () => {
  test.each([
    ['cut off', '{"name":"x"'],
    ['with a trailing comma', '{"name":"x",}'],
    ['with a comment', '{"name":"x"} // y'],
    ['with single quotes', "{'name':'x'}"],
    ['with bare words', '{name:undefined}'],
    ['with NaN', '{"latitude":NaN}'],
    ['with a raw line break in a text', '{"name":"a\nb"}'],
    ['with two values', '{}{}'],
    ['of white space', ' '],
  ])('answers malformed_json to a request body that is not valid JSON: %s', async (_, text) => {
    expect(rejectionOf(await sendCreationText(text))).toEqual(rejected(400, 'malformed_json'))
  })

  test('answers invalid_encoding to a request body that is not UTF-8', async () => {
    const body = Buffer.from(`{"clientRequestId":"x","name":"\xFF"}`, 'latin1')
    const response = await integration.send('POST', '/incidents', {
      body,
      headers: { 'content-type': 'application/json' },
    })

    expect(rejectionOf(response)).toEqual(rejected(400, 'invalid_encoding'))
  })

  test('answers invalid_encoding to a compressed request body and names the Content-Encoding header', async () => {
    const response = await integration.send<Problem>('POST', '/incidents', {
      body: gzipSync(JSON.stringify(creation())),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })

    expect(rejectionOf(response)).toEqual(rejected(400, 'invalid_encoding'))
    expect(response.body.detail).toContain('Content-Encoding: gzip')
  })

  test('answers nesting_too_deep to a request body nested more than 32 levels deep', async () => {
    expect(rejectionOf(await sendCreationText(nested(33)))).toEqual(rejected(400, 'nesting_too_deep'))
    expect(rejectionOf(await sendCreationText(nested(32)))).toMatchObject({ code: 'invalid_incident' })
  })

  test('does not count brackets inside texts as nesting of the request body', async () => {
    expect((await tryCreation({ name: '[{'.repeat(100) })).status).toBe(201)
  })

  test('accepts a request body of 1 MiB and rejects a body with one more byte', async () => {
    const shortest = JSON.stringify(creation())
    const ofBytes = (bytes: number) => sendCreationText(shortest.padEnd(bytes))

    expect(rejectionOf(await ofBytes(1024 * 1024 + 1))).toEqual(rejected(400, 'body_too_large'))
    expect((await ofBytes(1024 * 1024)).status).toBe(201)
  })

  test('the caller receives body_too_large for each of 20 requests with a body of 3 MiB', async () => {
    const description = 'x'.repeat(3 * 1024 * 1024)

    for (let attempt = 1; attempt <= 20; attempt++) {
      expect(rejectionOf(await tryCreation({ description }))).toEqual(rejected(400, 'body_too_large'))
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonx', 'nonsense'])(
    'answers unsupported_content_type to a request body of the type %s',
    async (contentType) => {
      const text = JSON.stringify(creation())

      expect(rejectionOf(await sendCreationText(text, { 'content-type': contentType }))).toEqual(
        rejected(400, 'unsupported_content_type'),
      )
    },
  )

  test('the problem of an unsupported content type names the sent and the required content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await integration.send<Problem>('POST', '/incidents', { body: '{}', headers })

    expect(body.detail).toContain('application/x-www-form-urlencoded')
    expect(body.detail).toContain('Content-Type: application/json')
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'accepts a JSON body with the content type %s',
    async (contentType) => {
      expect((await sendCreationText(JSON.stringify(creation()), { 'content-type': contentType })).status).toBe(201)
    },
  )

  test.each([
    ['none', undefined],
    ['an empty body', ''],
  ])('answers 400 to a creation without a request body: %s', async (_, body) => {
    const headers = { 'content-type': 'application/json' }

    const response = await integration.send<Problem>('POST', '/incidents', { ...(body === '' && { body }), headers })

    expect(response).toMatchObject({ status: 400, body: { detail: 'The body is missing.' } })
  })
})

describe('missing addresses and objects', () => {
  test.each([
    ['PUT', '/nope'],
    ['POST', '/incidents/'],
    ['GET', '/comments/by-entity-type/issue'],
    ['GET', '/Incidents'],
    ['GET', '/download/comments/x/media/y'],
  ])('answers route_not_found to %s %s', async (method, path) => {
    expect(rejectionOf(await integration.send(method, path))).toEqual(rejected(404, 'route_not_found'))
  })

  test.each([
    ['PUT', '/incidents', 'GET, HEAD, POST'],
    ['DELETE', '/incidents', 'GET, HEAD, POST'],
    ['OPTIONS', '/incidents', 'GET, HEAD, POST'],
    ['PUT', '/comments/5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/incidents/5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10/media', 'POST'],
  ])('answers method_not_allowed to %s %s, and lists the methods of the path in Allow', async (method, path, allow) => {
    const response = await integration.send(method, path)

    expect(rejectionOf(response)).toEqual(rejected(405, 'method_not_allowed'))
    expect(response.headers.get('allow')).toBe(allow)
  })
})

test('the problem of an unknown path names the shortened path without the query string, and points to /openapi.json', async () => {
  const { body } = await integration.send<Problem>('GET', `/${'x'.repeat(500)}?secret=1`)

  expect(body.detail).toMatch(/ GET \/api\/v1\/x{50,100}…\. \/openapi\.json /)
})

describe('errors', () => {
  test('one response reports every malformed field of a creation with its JSON Pointer', async () => {
    const response = await tryCreation({
      clientRequestId: 'x',
      configVersion: 0,
      name: 'n'.repeat(251),
      description: 1,
      typeId: 'x',
      categoryId: 'x',
      priority: 'x',
      locationId: 'x',
      pointId: 'x',
      assigneeId: 'x',
      occurredAt: 'x',
      tags: ['t'.repeat(101), 1],
      latitude: 91,
      longitude: 181,
      externalId: 1,
      stateId: 'x',
      mediaIds: [],
      createdBy: 'x',
      colour: 'red',
    })

    expect(rejectionOf(response)).toEqual(
      invalidIncident(
        '/assigneeId invalid_format',
        '/categoryId invalid_format',
        '/clientRequestId invalid_format',
        '/colour field_not_allowed',
        '/configVersion out_of_range',
        '/createdBy field_not_allowed',
        '/description wrong_type',
        '/externalId wrong_type',
        '/latitude out_of_range',
        '/locationId invalid_format',
        '/longitude out_of_range',
        '/mediaIds field_not_allowed',
        '/name too_long',
        '/occurredAt invalid_format',
        '/pointId invalid_format',
        '/priority not_allowed_value',
        '/stateId field_not_allowed',
        '/tags/0 too_long',
        '/tags/1 wrong_type',
        '/typeId invalid_format',
      ),
    )
  })

  test('escapes ~ and / of a field name in the JSON Pointer of a violation', async () => {
    expect(rejectionOf(await tryCreation({ 'a/b~c': 1, '': 1 })).errors).toEqual([
      '/ field_not_allowed',
      '/a~1b~0c field_not_allowed',
    ])
  })

  test('one response reports every text and number that cannot be stored', async () => {
    const response = await sendCreationText(
      String.raw`{"clientRequestId":"${randomUUID()}","name":"a\u0000","tags":["x","\ud800"],"latitude":1e400}`,
    )

    expect(response.status).toBe(400)
    expect(rejectionOf(response).errors).toEqual(
      expect.arrayContaining(['/name invalid_text', '/tags/1 invalid_text', '/latitude number_not_finite']),
    )
  })

  test('describes a violation in its message and in the detail of the problem', async () => {
    const { body } = await tryCreation({ name: 'n'.repeat(251) })

    expect(body.errors[0]?.message).toMatch(/250/)
    expect(body.detail).toMatch(/name/)
  })
})
