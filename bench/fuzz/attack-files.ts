import type { Attack } from './attack-body.ts'
import type { RawRequest } from './send.ts'
import type { ValidRequest } from './valid-request.ts'

const boundary = 'b'
const end = `--${boundary}--\r\n`
const part = (headers: string, content = '') => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`
const file = (name: string, fileName = 'a.txt', content = 'a') =>
  part(`content-disposition: form-data; name="${name}"; filename="${fileName}"`, content)
const field = (name: string, value = 'a') => part(`content-disposition: form-data; name="${name}"`, value)

const forms: Record<string, () => string> = {
  nothing: () => '',
  'only an end': () => end,
  '10,000 files': () => file('file').repeat(10_000) + end,
  '10,000 files of a comment': () => file('files').repeat(10_000) + end,
  '10,000 fields': () => field('message').repeat(10_000) + end,
  '20,000 unknown fields': () => field('unknown').repeat(20_000) + end,
  '20,000 empty parts': () => part('').repeat(20_000) + end,
  'a header of 900,000 bytes': () =>
    part(`content-disposition: form-data; name="file"; x=${'a'.repeat(900_000)}`) + end,
  '50,000 headers in a part': () =>
    part(Array.from({ length: 50_000 }, (_, index) => `x-${index}: 1`).join('\r\n')) + end,
  'a disposition of semicolons': () => part(`content-disposition: form-data${';'.repeat(900_000)}`) + end,
  'a disposition of quotes': () =>
    part(`content-disposition: form-data; name="${String.raw`\"`.repeat(400_000)}"`) + end,
  'a file name of 900,000 letters': () => file('file', 'a'.repeat(900_000)) + end,
  'a file name of combining marks': () => file('files', '\u0301'.repeat(400_000)) + end,
  'a file name of escapes': () =>
    part(`content-disposition: form-data; name="file"; filename*=UTF-8''${'%41'.repeat(300_000)}`, 'a') + end,
  'a file of almost boundaries': () => file('file', 'a', `\r\n--${boundary}\r`.repeat(100_000)) + end,
  'a file of dashes': () => file('file', 'a', `\r\n${'-'.repeat(900_000)}`) + end,
  'a file of line ends': () => file('file', 'a', '\r\n'.repeat(450_000)) + end,
  'a file of 1 MB': () => file('file', 'a', 'a'.repeat(1_000_000)) + end,
  'a message of 1 MB': () => field('message', 'a'.repeat(1_000_000)) + end,
  'a message of combining marks': () => field('message', '\u0301'.repeat(400_000)) + end,
  'no end': () => file('file'),
  'text before the first part': () => 'a'.repeat(900_000) + file('file') + end,
  'text behind the last part': () => file('file') + end + 'a'.repeat(900_000),
  'only line ends': () => '\r\n'.repeat(450_000),
}

/** Makes attacks with hostile multipart bodies. Two of the bodies are sent in small chunks. */
export function* attackMultipart(): Generator<Attack> {
  for (const [what, text] of Object.entries(forms)) {
    yield { name: `multipart: ${what}`, make: (valid) => withBody(valid, form, text()) }
  }
  for (const chunkBytes of [1, 16]) {
    const make = (valid: ValidRequest) => ({
      ...withBody(valid, form, file('file', 'a', `\r\n--${boundary}\r`.repeat(12_000)) + end),
      chunkBytes,
    })
    yield { name: `multipart: 72,000 bytes in chunks of ${chunkBytes}`, make }
  }
}

const form = `multipart/form-data; boundary=${boundary}`

const head = 'location,locationExternalId,point\n'
const lines = (count: number, line: (index: number) => string) =>
  head + Array.from({ length: count }, (_, index) => line(index)).join('\n')

const tables: Record<string, () => string> = {
  nothing: () => '',
  'only a head': () => head,
  'a line of 9.9 million commas': () => ','.repeat(9_900_000),
  'a head, then a line of 9.9 million commas': () => head + ','.repeat(9_900_000),
  '9.9 million quotes': () => '"'.repeat(9_900_000),
  'a quote without an end': () => `${head}"${'a'.repeat(9_900_000)}`,
  '9.9 million line ends': () => '\n'.repeat(9_900_000),
  'lines of quotes': () => lines(4_000, () => '"'.repeat(2_000)),
  '10,000 locations': () => lines(10_000, (index) => `Shop ${index},${index},Till`),
  '10,000 points of a location': () => lines(10_000, (index) => `Shop,,Till ${index}`),
  '10,000 lines without a location': () => lines(10_000, () => ',,'),
  '10,000 repeated lines': () => lines(10_000, () => 'Shop,1,Till'),
  'lines of 1,000 columns': () => lines(4_000, () => ','.repeat(1_000)),
  'a name of 9 million letters': () => lines(1, () => 'a'.repeat(9_000_000)),
  'a name of combining marks': () => lines(1, () => '\u0301'.repeat(4_000_000)),
  '100,000 unknown columns': () => Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(),
  'semicolons, commas and tabs': () => ';,\t'.repeat(3_000_000),
  'carriage returns': () => '\r'.repeat(9_900_000),
}

/** Makes attacks that upload hostile CSV files. */
export function* attackTable(): Generator<Attack> {
  for (const [what, text] of Object.entries(tables)) {
    yield { name: `CSV: ${what}`, make: (valid) => withBody(valid, 'text/csv', text()) }
  }
}

const withBody = (valid: ValidRequest, contentType: string, text: string): RawRequest => ({
  ...valid,
  headers: [...valid.headers.filter(([name]) => name !== 'content-type'), ['content-type', contentType]],
  body: Buffer.from(text),
})
