import type { Attack } from './attack-body.ts'
import type { Headers } from './organization.ts'

const many = (count: number, text: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator)
const repeat = (count: number, name: string, value: string): Headers =>
  Array.from({ length: count }, () => [name, value] as [string, string])
const long = 'a'.repeat(400_000)

/**
 * Functions that make hostile headers, keyed by a description. The attack sends these headers in place of the valid
 * headers with the same names, and sends all other valid headers unchanged.
 */
const sets: Record<string, () => Headers> = {
  '20,000 headers': () => Array.from({ length: 20_000 }, (_, index) => [`x-${index}`, '1']),
  '50,000 cookies': () => [['cookie', many(50_000, (index) => `c${index}=1`, '; ')]],
  '60,000 equal cookies': () => [['cookie', many(60_000, () => 'a=%61', ';')]],
  '10,000 cookie headers': () => repeat(10_000, 'cookie', 'a=b; tocsin_session=wrong'),
  'a cookie of semicolons': () => [['cookie', ';'.repeat(400_000)]],
  'a cookie of equals signs': () => [['cookie', '='.repeat(400_000)]],
  'a cookie of invalid escapes': () => [['cookie', `tocsin_session=${'%ZZ'.repeat(100_000)}`]],
  'a long key': () => [['x-api-key', long]],
  'two keys': () => repeat(2, 'x-api-key', 'wrong'),
  'a long token': () => [['x-csrf-token', long]],
  'two hosts': () => repeat(2, 'host', 'a.example'),
  'a long host': () => [['host', long]],
  'a host of colons': () => [['host', ':'.repeat(100_000)]],
  'a host that is none': () => [['host', 'a b/c?d#e@f']],
  '10,000 forwarding proxies': () => [['x-forwarded-for', many(10_000, () => '10.0.0.1', ', ')]],
  'a long forwarded host': () => [
    ['x-forwarded-host', long],
    ['x-forwarded-proto', 'https,http'],
  ],
  '20,000 ranges': () => [['range', `bytes=${many(20_000, (index) => `${index}-${index}`, ',')}`]],
  '50,000 overlapping ranges': () => [['range', `bytes=${many(50_000, () => '0-', ',')}`]],
  'a range of digits': () => [['range', `bytes=${'9'.repeat(400_000)}-`]],
  'a range of commas': () => [['range', `bytes=${','.repeat(400_000)}`]],
  'a range of spaces': () => [['range', `bytes=${' '.repeat(400_000)}0-1`]],
  '50,000 entity tags': () => [['if-none-match', many(50_000, (index) => `"${index}"`, ', ')]],
  'weak entity tags': () => [['if-none-match', many(50_000, () => 'W/"a"', ',')]],
  'entity tags without an end': () => [['if-none-match', '"'.repeat(400_000)]],
  'entity tags of spaces': () => [['if-none-match', ` ${' ,'.repeat(200_000)}`]],
  '50,000 preconditions': () => [['if-match', many(50_000, (index) => `"${index}"`, ', ')]],
  '12,000 short preconditions': () => [['if-match', many(12_000, () => '"1"', ',')]],
  'a precondition of 60,000 commas': () => [['if-match', ','.repeat(60_000)]],
  'a precondition of 60,000 quotes': () => [['if-match', '"'.repeat(60_000)]],
  'a precondition and 60,000 spaces': () => [['if-match', `"1"${' '.repeat(60_000)}x`]],
  'a precondition and 30,000 commas': () => [['if-match', `"1"${' ,'.repeat(30_000)}`]],
  'preconditions of digits': () => [['if-match', `"${'9'.repeat(60_000)}"`]],
  'a precondition of quotes': () => [['if-match', '"'.repeat(400_000)]],
  'a date of digits': () => [['if-modified-since', '9'.repeat(400_000)]],
  '50,000 encodings': () => [['accept-encoding', many(50_000, (index) => `x${index};q=0.${index}`, ', ')]],
  'encodings of commas': () => [['accept-encoding', ','.repeat(400_000)]],
  'encodings of spaces': () => [['accept-encoding', `gzip${' '.repeat(400_000)};q=1`]],
  'no encoding allowed': () => [['accept-encoding', '*;q=0, identity;q=0']],
  '50,000 media types': () => [['accept', many(50_000, (index) => `a/${index};q=0.5`, ', ')]],
  'a media type of semicolons': () => [['accept', `text/html${';'.repeat(400_000)}`]],
  '50,000 languages': () => [['accept-language', many(50_000, () => 'en;q=0.1', ',')]],
  '50,000 preferences': () => [['prefer', many(50_000, (index) => `handling=strict;p${index}=1`, ', ')]],
  'preferences of quotes': () => [['prefer', `handling="${'\\"'.repeat(200_000)}`]],
  'preferences of spaces': () => [['prefer', `handling${' '.repeat(400_000)}=strict`]],
  'a long idempotency key': () => [['idempotency-key', long]],
  'a long origin': () => [['origin', `https://${long}`]],
  'a long user agent': () => [['user-agent', '('.repeat(400_000)]],
  'a long request id': () => [['x-request-id', long]],
  'a long trace': () => [['traceparent', long]],
  'a long event id': () => [['last-event-id', long]],
  'an expectation': () => [['expect', `${'a,'.repeat(200_000)}`]],
  'an upgrade': () => [
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
  ],
  'both framings': () => [
    ['content-length', '5'],
    ['transfer-encoding', 'chunked'],
  ],
  'two lengths': () => [
    ['content-length', '5'],
    ['content-length', '6'],
  ],
  'a negative length': () => [['content-length', '-1']],
  'an encoded body': () => [['content-encoding', 'gzip,'.repeat(80_000)]],
}

const contentTypes: Record<string, string> = {
  'of semicolons': `application/json${';'.repeat(400_000)}`,
  'of spaces': `application/json${' '.repeat(400_000)};charset=utf-8`,
  'with 50,000 parameters': `application/json${many(50_000, (index) => `;p${index}=1`, '')}`,
  'with a charset': 'application/json; charset=utf-16',
  'with a quoted charset': `application/json; charset="${'\\a'.repeat(200_000)}"`,
  'of slashes': '/'.repeat(400_000),
  long: `application/${long}`,
  'of a form': 'application/x-www-form-urlencoded',
  'of a patch': 'application/merge-patch+json',
  'of plain text': 'text/plain',
  'that is empty': '',
  'of multipart without a boundary': 'multipart/form-data',
  'of multipart with a long boundary': `multipart/form-data; boundary=${long}`,
  'of multipart with a boundary of quotes': `multipart/form-data; boundary="${'\\"'.repeat(200_000)}`,
}

/** Makes attacks with hostile headers. */
export function* attackHeaders(): Generator<Attack> {
  for (const [what, headers] of Object.entries(sets)) yield replaceHeaders(`headers: ${what}`, headers)
  for (const [what, value] of Object.entries(contentTypes)) {
    yield replaceHeaders(`content-type ${what}`, () => [['content-type', value]])
  }
  yield replaceHeaders('content-type twice', () => repeat(2, 'content-type', 'application/json'))
}

function replaceHeaders(name: string, headers: () => Headers): Attack {
  return {
    name,
    make(valid) {
      const replacements = headers()
      const names = new Set(replacements.map(([header]) => header))
      return { ...valid, headers: [...valid.headers.filter(([header]) => !names.has(header)), ...replacements] }
    },
  }
}
