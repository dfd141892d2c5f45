import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDisposition } from './read-disposition.ts'

test.each([
  ['a browser', 'form-data; name="file"; filename="12%22 pipe.jpg"', '12" pipe.jpg'],
  ['a browser, for a name with line breaks', 'form-data; name="file"; filename="a%0D%0Ab.txt"', 'a\r\nb.txt'],
  ['a browser, for a name that ends in a backslash', 'form-data; name="file"; filename="a\\"', 'a\\'],
  ['a browser, for a name with a backslash', 'form-data; name="file"; filename="a\\b"', 'a\\b'],
  ['curl', 'form-data; name="file"; filename="12\\" \\\\ pipe.jpg"', '12" \\ pipe.jpg'],
  ['a client that quotes nothing', 'form-data; name=file; filename=a.txt', 'a.txt'],
  ['a client without spaces', 'Form-Data;NAME="file";FileName="a.txt";', 'a.txt'],
  ['.NET', `form-data; name=file; filename="=?utf-8?B?w6k=?="; filename*=utf-8''%C3%A9.txt`, '\xc3\xa9.txt'],
  ['a client with another percent-encoding', 'form-data; name="file"; filename="100%25%0d.txt"', '100%25%0d.txt'],
])('reads the file name in a Content-Disposition header written by %s', (_client, header, fileName) => {
  expect(readDisposition(header)).toEqual({ name: 'file', fileName })
})

test('reads a Content-Disposition header without a file name', () => {
  expect(readDisposition('form-data; name="message"')).toEqual({ name: 'message', fileName: undefined })
})

test.each([
  ['a type other than form-data', 'attachment; name="file"'],
  ['a name twice', 'form-data; name="file"; name="other"'],
  ['a file name twice', 'form-data; name="file"; filename="a"; FILENAME="b"'],
  ['a file name in another character set', `form-data; name="file"; filename*=iso-8859-1''%E9`],
  ['a file name that is cut off', `form-data; name="file"; filename*=utf-8''%C`],
  ['a quotation mark that is not closed', 'form-data; name="file'],
  ['text between parameters', 'form-data; name="file" x; filename="a"'],
])('rejects a Content-Disposition header with %s', (_case, header) => {
  expect(readDisposition(header)).toBeUndefined()
})

test('reads every file name that a browser can write in a Content-Disposition header', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a1 ;="\\\r\n%*\'é') }), (fileName) => {
      // Skip file names with characters that look like an escape of curl (backslash) or of a browser (percent sign).
      fc.pre(!/\\["\\]/.test(fileName) && !/%(22|0D|0A)/.test(fileName))
      expect(readDisposition(`form-data; name="file"; filename="${asBrowsersWrite(fileName)}"`)).toEqual({
        name: 'file',
        fileName,
      })
    }),
    { numRuns: 1_000 },
  )
})

const asBrowsersWrite = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
