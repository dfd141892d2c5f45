import { randomUUID } from 'node:crypto'
import type { Attack } from './attack-body.ts'
import { pathOf } from './valid-request.ts'
import type { FuzzedOrganization } from './organization.ts'

const uuids = (count: number) => Array.from({ length: count }, randomUUID).join()
const numbered = (count: number, text: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator)

/**
 * Functions that make hostile values of a query parameter, keyed by a description. The values are already
 * percent-encoded, because they are put into the URL without further encoding.
 */
const hostileValues: Record<string, () => string> = {
  nothing: () => '',
  'in: with nothing': () => 'in:',
  'in: with 10,000 UUIDs': () => `in:${uuids(10_000)}`,
  'in: with 120,000 equal texts': () => `in:${'abc,'.repeat(120_000)}`,
  'in: with 60,000 different texts': () => `in:${numbered(60_000, (index) => `t${index}`, ',')}`,
  '250,000 commas': () => ','.repeat(250_000),
  '90,000 keys': () => `${'id,'.repeat(90_000)}name`,
  '60,000 different keys': () => numbered(60_000, (index) => `-k${index}`, ','),
  '100,000 words': () => numbered(100_000, () => 'ab', '+'),
  'words of two letters': () => numbered(10, (index) => `a${index}`, '+'),
  wildcards: () => '%25_'.repeat(50_000),
  backslashes: () => '%5C'.repeat(150_000),
  'combining marks': () => `e${'%CC%81'.repeat(80_000)}`,
  'ligatures that unfold': () => '%EF%B7%BA'.repeat(50_000),
  '500,000 letters': () => 'a'.repeat(500_000),
  NUL: () => '%00'.repeat(1000),
  'invalid percent-encoding': () => '%ZZ%f%'.repeat(1000),
  'invalid UTF-8': () => '%ff%fe'.repeat(70_000),
  'a huge number': () => '9'.repeat(100_000),
  '-1': () => '-1',
  '2147483648': () => '2147483648',
  '1e9': () => '1e9',
  'a date with 400,000 digits': () => `gte:2026-03-01T08:30:00.${'0'.repeat(400_000)}1Z`,
  'a bound in the year 0': () => 'gte:0000-01-01T00:00:00Z',
  'a cursor of letters': () => 'eyJ'.repeat(100_000),
  'a cursor of nested arrays': () => Buffer.from('['.repeat(200_000)).toString('base64url'),
}

/**
 * Makes attacks on the query string: hostile values of each known parameter, and hostile combinations of parameters.
 */
export function* attackQuery(names: string[]): Generator<Attack> {
  for (const name of names) {
    for (const [what, value] of Object.entries(hostileValues)) {
      yield {
        name: `?${name}: ${what}`,
        make: (valid) => ({ ...valid, path: withQuery(valid.path, `${name}=${value()}`) }),
      }
    }
    yield* repeatParameter(name)
  }
  const sets: Record<string, () => string> = {
    '50,000 unknown parameters': () => numbered(50_000, (index) => `p${index}`, '&'),
    '100,000 equal parameters': () => 'a=1&'.repeat(100_000),
    '500,000 ampersands': () => '&'.repeat(500_000),
    '80,000 brackets': () => `a${'[]'.repeat(80_000)}=1`,
    '40,000 indexed values of tags': () => numbered(40_000, (index) => `tags[${index}]=a`, '&'),
    '"__proto__"': () => '__proto__[a]=1&__proto__=1&constructor=1',
    '60,000 unknown values with escapes': () => numbered(60_000, () => '%61=%62', '&'),
    // The following query strings are valid but costly, because they have no filter that reduces the number of rows.
    'every sort, ascending': () => 'sort=priority,name,occurredAt,-lastModifiedAt&limit=200&offset=1000000',
    'ten short words': () => 'q=a+e+i+o+u+1+2+3+4+5&limit=200&sort=name',
  }
  for (const [what, text] of Object.entries(sets)) {
    yield { name: `query: ${what}`, make: (valid) => ({ ...valid, path: withQuery(valid.path, text()) }) }
  }
}

function* repeatParameter(name: string): Generator<Attack> {
  const repeats = Math.floor(450_000 / (name.length + 8))
  const texts = {
    repeated: () => numbered(repeats, (index) => `${name}=${index}`, '&'),
    'repeated with brackets': () => numbered(repeats / 2, (index) => `${name}[]=${index}`, '&'),
  }
  for (const [how, text] of Object.entries(texts)) {
    yield { name: `?${name}: ${how}`, make: (valid) => ({ ...valid, path: withQuery(valid.path, text()) }) }
  }
}

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/**
 * Makes attacks on the path of a URL. An attack replaces one path parameter by a hostile segment, or appends a hostile
 * segment to the path.
 */
export function* attackPath(url: string, organization: FuzzedOrganization): Generator<Attack> {
  const segments: Record<string, () => string> = {
    'an unknown id': () => randomUUID(),
    'upper case': () => randomUUID().toUpperCase(),
    '400,000 letters': () => 'a'.repeat(400_000),
    '100,000 escaped slashes': () => '%2f'.repeat(100_000),
    '100,000 slashes': () => '/'.repeat(100_000),
    '100,000 steps up': () => '../'.repeat(100_000),
    'escaped steps up': () => '%2e%2e%2f'.repeat(20_000),
    NUL: () => '%00',
    'invalid percent-encoding': () => '%E0%A4%A%',
    '100,000 semicolons': () => ';'.repeat(100_000),
    '100,000 escaped percent signs': () => '%25'.repeat(100_000),
  }
  const parameters = [...url.matchAll(/:\w+|\*/g)].map(([parameter]) => parameter)
  for (const parameter of [...parameters, 'the end']) {
    for (const [what, segment] of Object.entries(segments)) {
      const replaced = () => (parameter === 'the end' ? `${url}/${segment()}` : url.replace(parameter, segment()))
      yield {
        name: `path ${parameter}: ${what}`,
        make: (valid) => ({
          ...valid,
          path: pathOf({ url: replaced() }, { ...organization, downloadPath: replaced() }),
        }),
      }
    }
  }
}
