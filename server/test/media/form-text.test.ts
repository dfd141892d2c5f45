import { randomUUID } from 'node:crypto'
import type { StaffComment } from '@tocsin/contract/events/timeline.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFileName } from '../../src/media/upload/file-name.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { addTenant, nothing, uploadBody, tracesOf } from '../support/media.ts'

const server = await startTestServer()
const multipart = 'multipart/form-data; boundary=x'

const formOf = (name: string, value: string | Blob, fileName?: string): FormData => {
  const form = new FormData()
  if (typeof value === 'string') form.append(name, value)
  else form.append(name, value, fileName)
  return form
}

/** Encodes text as Latin-1, one byte per character, so that tests can send bytes that are not valid UTF-8. */
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const part = (disposition: string, contents = 'text', headers = '') =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${contents}\r\n`

test.each([
  ['12" pipe.jpg', '12" pipe.jpg'],
  ['line\nbreak.txt', 'linebreak.txt'],
  ['carriage\rreturn\r\n.txt', 'carriagereturn.txt'],
  ['100%25.txt', '100%25.txt'],
])('stores the file name %j of an uploaded form as %j', async (sent, fileName) => {
  const response = await uploadBody(server, await addTenant(server), formOf('file', new Blob(['x']), sent))
  expect(response).toMatchObject({ status: 201, body: { fileName } })
})

test('the file name in the response to an upload equals the result of `cleanFileName`', async () => {
  const tenant = await addTenant(server)
  const name = fc.string({ unit: fc.oneof(fc.constantFrom(...`"\r\n%;='/é🚨\u202E`), fc.string({ maxLength: 1 })) })
  await fc.assert(
    fc.asyncProperty(name, async (sent) => {
      // Skip names that contain %22, %0D or %0A. Forms write a quote, CR and LF as these codes, so the server cannot
      // distinguish written codes from these characters.
      fc.pre(!/%(22|0D|0A)/.test(sent))
      const response = await uploadBody(server, tenant, formOf('file', new Blob(['x']), sent))
      expect(response.body.fileName).toBe(cleanFileName(sent))
    }),
    { numRuns: 50 },
  )
})

describe('the multipart body of an upload', () => {
  const file = 'name="file"; filename="a.txt"'
  test.each([
    ['a file name in Latin-1', part('name="file"; filename="caf\xe9.jpg"'), 'invalid_encoding'],
    ['a file name in CESU-8', part('name="file"; filename="\xed\xa0\xbd\xed\xba\xa8.jpg"'), 'invalid_encoding'],
    ['another header in Latin-1', part(file, 'x', 'X-Note: caf\xe9\r\n'), 'invalid_encoding'],
    ['a field name in Latin-1', part('name="caf\xe9"; filename="a.txt"'), 'invalid_encoding'],
    ['NUL in a file name', part('name="file"; filename="a\0.txt"'), 'invalid_request'],
    ['base64', part(file, 'eA==', 'Content-Transfer-Encoding: base64\r\n'), 'invalid_request'],
    ['quoted-printable', part(file, 'x', 'content-transfer-encoding: Quoted-Printable\r\n'), 'invalid_request'],
    ['a part without a name', part('filename="a.txt"'), 'invalid_request'],
    ['a part without Content-Disposition', '--x\r\nContent-Type: text/plain\r\n\r\nx\r\n', 'invalid_request'],
    ['a name given twice', part('name="file"; name="files"; filename="a.txt"'), 'invalid_request'],
    ['headers that are too long', part(file, 'x', `X-Note: ${'x'.repeat(17_000)}\r\n`), 'invalid_request'],
    ['headers far too long', part(file, 'x', `X-Note: ${'x'.repeat(200_000)}\r\n`), 'invalid_request'],
    ['a part without headers', `${part(file)}--x\r\n`, 'file_missing'],
    ['a hundred parts of one name', part(file).repeat(100), 'file_missing'],
    ['more than a hundred parts', part(file).repeat(101), 'invalid_request'],
  ])('rejects an upload with %s and stores nothing', async (_case, parts, code) => {
    const tenant = await addTenant(server)
    const response = await uploadBody(server, tenant, bytesOf(`${parts}--x--\r\n`), multipart)
    expect(response).toMatchObject({ status: 400, body: { code } })
    expect(await tracesOf(server, tenant)).toEqual(nothing)
  })

  test('the pointer of the violation for an invalid file name is the field name of the file', async () => {
    const body = bytesOf(`${part('name="file"; filename="caf\xe9.jpg"')}--x--\r\n`)
    const response = await uploadBody(server, await addTenant(server), body, multipart)
    expect(response.body).toMatchObject({
      detail: 'The file name is not UTF-8.',
      errors: [{ pointer: '/file', code: 'invalid_text' }],
    })
  })
})

test('accepts the Content-Transfer-Encodings 7bit, 8bit and binary', async () => {
  for (const encoding of ['7bit', '8BIT', 'binary']) {
    const body = bytesOf(
      `${part('name="file"; filename="a.txt"', 'text', `Content-Transfer-Encoding: ${encoding}\r\n`)}--x--`,
    )
    const response = await uploadBody(server, await addTenant(server), body, multipart)
    expect(response).toMatchObject({ status: 201, body: { sizeBytes: 4 } })
  }
})

const write = async (body: FormData | Uint8Array<ArrayBuffer>) => {
  const { call, signIn } = await server.newOrganization()
  const [{ id }, { cookie, csrfToken }] = await Promise.all([newIncident(call), signIn('member')])
  const response = await fetch(`${server.url}/api/console/incidents/${id}/comments`, {
    method: 'POST',
    headers: {
      cookie,
      'x-csrf-token': csrfToken,
      ...(body instanceof FormData ? {} : { 'content-type': multipart }),
    },
    body,
  })
  return { status: response.status, body: (await response.json()) as StaffComment & { code: string } }
}

describe('the text of a staff comment', () => {
  test('stores and returns the text of a staff comment unchanged', async () => {
    const message = `${randomUUID()} 🚨 é "%22" =;\\`
    expect(await write(formOf('message', message))).toMatchObject({ status: 201, body: { message } })
  })

  test.each([
    ['not UTF-8', part('name="message"', 'caf\xe9'), 'invalid_encoding'],
    ['text with NUL', part('name="message"', 'a\0b'), 'invalid_request'],
    [
      'declared in another character set',
      part('name="message"', 'abc', 'Content-Type: text/plain; charset=utf-16\r\n'),
      'invalid_encoding',
    ],
    ['coded in base64', part('name="message"', 'eA==', 'Content-Transfer-Encoding: base64\r\n'), 'invalid_request'],
    ['far too long', part('name="message"', 'x'.repeat(2_000_000)), 'invalid_request'],
    ['given twice', part('name="message"', 'a') + part('name="message"', 'b'), 'invalid_request'],
    ['cut off', part('name="message"', 'a'), 'file_missing'],
  ])('rejects a staff comment whose text is %s', async (kind, parts, code) => {
    const end = kind === 'cut off' ? '' : '--x--\r\n'
    expect(await write(bytesOf(parts + end))).toMatchObject({ status: 400, body: { code } })
  })
})
