import { expect, test } from 'vitest'
import { readContent } from './configuration/read-content.ts'
import { decodeDocument } from './decode-document.ts'

const text = '{"name": "Kühlraum"}'
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark, as Notepad writes it', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, as PowerShell redirects it', utf16],
  ['UTF-16 in the other byte order', Buffer.from(utf16).swap16()],
])('decodeDocument reads a document in the encoding %s', (_, bytes) => {
  expect(decodeDocument(bytes, 'The document')).toBe(text)
})

test.each([
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-16 without a byte order mark', utf16.subarray(2)],
  ['UTF-16 that ends within a letter', utf16.subarray(0, -1)],
  ['UTF-32', Buffer.from(Uint32Array.from(`\uFEFF${text}`, (letter) => letter.codePointAt(0)!).buffer)],
])('decodeDocument rejects a document in the encoding %s', (_, bytes) => {
  expect(() => decodeDocument(bytes, 'The document')).toThrow('The document is not UTF-8 text.')
})

const id = 'b0a9dd2c-7a3c-4b0e-9d58-0c1f1d5a7a11'
const content = {
  types: [],
  categories: [],
  profiles: [{ id, name: 'Kühlraum', fields: {} }],
  defaultProfileId: id,
}

test.each(['utf8', 'utf16le'] as const)(
  'readContent reads a configuration in the encoding %s with a byte order mark',
  (encoding) => {
    expect(readContent(Buffer.from(`\uFEFF${JSON.stringify(content)}`, encoding))).toEqual(content)
  },
)

test('the error for a configuration that is neither UTF-8 nor UTF-16 is a single sentence', () => {
  const latin1 = Buffer.from(JSON.stringify(content), 'latin1')
  expect(() => readContent(latin1)).toThrow(/^The document is not UTF-8 text\.$/)
})
