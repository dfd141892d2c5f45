import { randomUUID } from 'node:crypto'

/**
 * Hostile JSON texts, keyed by a description. Each text is made when it is needed, because all texts together are
 * large.
 */
export type HostileTexts = Record<string, () => string>

const large = 900_000
const string = (unit: string) => () => `"${unit.repeat(Math.floor(large / Buffer.byteLength(unit)))}"`
const array = (count: number, item: (index: number) => string) => () =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join()}]`

/** JSON values that replace single values of a valid body. */
export const hostileValues: HostileTexts = {
  null: () => 'null',
  'a boolean': () => 'true',
  'an empty text': () => '""',
  'an empty array': () => '[]',
  'an empty object': () => '{}',
  'a negative number': () => '-1',
  'a number beyond range': () => '1e999',
  'a number of 900,000 digits': () => '9'.repeat(large),
  '450,000 ones': array(450_000, () => '1'),
  '100,000 different texts': array(100_000, (index) => `"t${index}"`),
  '200,000 equal texts': array(200_000, () => '"t"'),
  '23,000 UUIDs': array(23_000, () => `"${randomUUID()}"`),
  '200,000 empty objects': array(200_000, () => '{}'),
  '50,000 different fields': () => `{${Array.from({ length: 50_000 }, (_, index) => `"field${index}":1`).join()}}`,
  'wide and 20 deep': () => '[[],'.repeat(20).concat('[]'.padStart(large, '[],'), ']'.repeat(20)),
  'combining marks': string('\u0301'),
  'a letter and combining marks in two orders': string('e\u0323\u0301\u0323'),
  'ligatures that unfold': string('\ufdfa'),
  'precomposed Hangul': string('\ud55c'),
  spaces: string(' '),
  'escaped line ends': string(String.raw`\n`),
  'escaped quotes': string(String.raw`\"`),
  NUL: string(String.raw`\u0000`),
  'half surrogates': string(String.raw`\ud800`),
  'the letter a': string('a'),
  'at signs': string('@'),
  dots: string('.'),
  'a date with 900,000 digits of a second': () => `"2026-03-01T08:30:00.${'0'.repeat(large)}Z"`,
  'words and spaces': string('ab '),
  '"__proto__"': () => '"__proto__"',
}

/** Texts that replace the whole body. Not all of them are valid JSON. */
export const hostileBodies: HostileTexts = {
  nothing: () => '',
  'an opening quote': () => `"${'a'.repeat(large)}`,
  '900,000 opening brackets': () => '['.repeat(large),
  '170,000 nested objects': () => '{"a":'.repeat(170_000),
  '32 deep, then 900,000 bytes': () => `${'['.repeat(32)}"${'a'.repeat(large)}"${']'.repeat(32)}`,
  '500,000 ones': array(500_000, () => '1'),
  'more than 1 MiB': () => `"${'a'.repeat(1024 * 1024)}"`,
  'more than 1 MiB of spaces': () => ' '.repeat(1024 * 1024 + 1),
  '1 MB of spaces': () => ' '.repeat(1_000_000),
  '70,000 unknown fields': () => `{${Array.from({ length: 70_000 }, (_, index) => `"field${index}":1`).join()}}`,
  'one field 100,000 times': () => `{${'"name":1,'.repeat(100_000)}"name":1}`,
  'one name of 900,000 slashes and tildes': () => `{"${'~/'.repeat(large / 2)}":1}`,
  '9,000 names of 90 slashes': () =>
    `{${Array.from({ length: 9_000 }, (_, index) => `"${'/'.repeat(90)}${index}":"\\u0000"`).join()}}`,
  '100,000 texts with NUL': array(100_000, () => String.raw`"\u0000"`),
  '"__proto__" as a name': () => '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}',
  'a byte order mark': () => '\ufeff{}',
}
