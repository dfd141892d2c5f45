/** Hostile values that have broken servers before, each keyed by a description. */

const times = (count: number, text: string): string => text.repeat(count)

/** Unusual strings written as JSON, keyed by a description. Specs send each string as the value of one field. */
const texts: Record<string, string> = {
  NUL: '"a\\u0000b"',
  'a high surrogate alone': '"\\ud800"',
  'a low surrogate alone': '"x\\udc00y"',
  'surrogates in the wrong order': '"\\udc00\\ud800"',
  'a surrogate alone in a list': '["a","\\udfff"]',
  'control characters': '"\\u0001\\u0002\\u001b\\u001e\\u001f\\u007f\\u0085"',
  'line breaks': '"\\r\\n\\t\\b\\f\\u2028\\u2029"',
  'non-characters': '"\\uffff\\ufffe\\udbff\\udfff"',
  'a byte order mark': '"\\ufeffx"',
  'text that runs both ways': '"\\u202ex\\u202c\\u2066y"',
  'joined emoji': '"👩‍👩‍👧‍👦🏳️‍🌈"',
  'composed and decomposed letters': '"é e\\u0301 ǆ İ ß ﬁ"',
  'an escaped slash': '"\\/"',
  'quotes and backslashes': '"\\"\'`\\\\"',
  SQL: '"\'; drop table incidents; --"',
  markup: '"<script>alert(1)</script>&amp;"',
  templates: '"${7*7}{{7*7}}%s%n%00"',
  'a path': '"../../../../etc/passwd"',
  __proto__: '"__proto__"',
  constructor: '"constructor"',
  'the word null': '"null"',
  'a number as text': '"-0"',
  'the last instant': '"9999-12-31T23:59:59.999Z"',
  nothing: '""',
  blanks: '" \\u00a0\\u2003"',
  '100 KB of letters': JSON.stringify(times(100_000, 'x')),
  '100 KB of emoji': JSON.stringify(times(25_000, '🚨')),
  '100 KB of backslashes': JSON.stringify(times(50_000, '\\')),
}

const otherTypes: Record<string, string> = {
  null: 'null',
  true: 'true',
  false: 'false',
  'a list': '[]',
  'a list of nothing': '[null]',
  'a list of lists': '[["a"]]',
  'a list of objects': '[{}]',
  'a list of texts': '["a","b"]',
  'a list that repeats': '["a","a"]',
  '10,000 texts': JSON.stringify(Array.from({ length: 10_000 }, (_, index) => `tag ${index}`)),
  '10,000 times the same': JSON.stringify(Array.from({ length: 10_000 }, () => 'x')),
  'an object': '{}',
  'an object with a length': '{"length":5,"0":"a"}',
  'an object with __proto__': '{"__proto__":{"polluted":true}}',
  'an object with constructor': '{"constructor":{"prototype":{"polluted":true}}}',
  'an object with toString': '{"toString":1,"valueOf":2,"toJSON":3}',
  'an object with $ref': '{"$ref":"#"}',
  'nested 33 deep': `${times(33, '[')}${times(33, ']')}`,
  'nested 200,000 deep': `${times(200_000, '[')}${times(200_000, ']')}`,
  'objects nested 200,000 deep': `${times(200_000, '{"a":')}1${times(200_000, '}')}`,
}

const numbers: Record<string, string> = {
  zero: '0',
  'negative zero': '-0',
  'negative zero with digits': '-0.0',
  'one, oddly written': '10.0e-1',
  'a fraction': '1.5',
  'a negative number': '-1',
  'the largest integer of 32 bits': '2147483647',
  'beyond a double': '1e400',
  'beyond a double, negative': '-1e400',
  'the largest double': '1.7976931348623157e308',
  'the smallest double': '5e-324',
  'below the smallest double': '1e-400',
  'an integer that a double cannot hold': '9007199254740993',
  'a number of 400 digits': times(400, '9'),
  'a number of 100,000 digits': times(100_000, '9'),
  'a fraction of 400 digits': `0.${times(400, '3')}`,
}

const noJson: Record<string, string | Buffer> = {
  'nothing at all': '',
  NaN: 'NaN',
  Infinity: '-Infinity',
  undefined: 'undefined',
  'a hexadecimal number': '0x10',
  'a leading zero': '01',
  'a fraction without digits': '1.',
  'single quotes': "'x'",
  'a text without its end': '"x',
  'a list without its end': '["x"',
  'an unknown escape': '"\\x41"',
  'half an escape': '"\\u12"',
  'a raw line break': '"a\nb"',
  'a raw NUL': '"a\0b"',
  'nested 200,000 deep without end': times(200_000, '['),
  'a byte that is never UTF-8': latin1('"\xff"'),
  'a UTF-8 sequence cut off': latin1('"\xe2\x82"'),
  'a UTF-8 sequence with a wrong byte': latin1('"\xc3\x28"'),
  'an overlong NUL': latin1('"\xc0\x80"'),
  'a surrogate as UTF-8': latin1('"\xed\xa0\x80"'),
  'a code point beyond Unicode': latin1('"\xf4\x90\x80\x80"'),
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

const asBytes = ([what, value]: [string, string | Buffer]) => ({ what, value: Buffer.from(value as string) })

/** Hostile field values that are valid JSON. `what` is the description, `value` the bytes. */
export const hostileValues = Object.entries({ ...texts, ...otherTypes, ...numbers }).map(asBytes)

/** Hostile field values that make a request body invalid JSON. `what` is the description, `value` the bytes. */
export const unreadableValues = Object.entries(noJson).map(asBytes)

/**
 * Hostile values of query and path parameters, keyed by a description. Specs insert the values into URLs without
 * encoding, so no value contains a character that would end the URL.
 */
export const hostileAddressParts: Record<string, string> = {
  nothing: '',
  NUL: '%00',
  'NUL within': 'a%00b',
  'a byte that is never UTF-8': '%ff',
  'a surrogate as UTF-8': '%ed%a0%80',
  'half an encoding': '%',
  'a wrong encoding': '%zz',
  'an encoding cut off': 'a%4',
  'line breaks': '%0d%0aX-Evil:%201',
  'a plus': '+',
  emoji: '%f0%9f%9a%a8',
  quotes: '%27%22%60%5c',
  SQL: '%27;%20drop%20table%20incidents;%20--',
  wildcards: '%25_*%3f',
  'a path': '..%2f..%2fetc%2fpasswd',
  dots: '..',
  __proto__: '__proto__',
  constructor: 'constructor',
  null: 'null',
  true: 'true',
  negative: '-1',
  'negative zero': '-0',
  'a fraction': '1.5',
  'beyond a double': '1e400',
  'not a number': 'NaN',
  'a number of 400 digits': times(400, '9'),
  JSON: '%7b%22a%22:%5b1%5d%7d',
  'an empty in:': 'in:',
  commas: 'in:,,,,',
  '10,000 values': `in:${times(10_000, 'a,')}`,
  'an operator': 'gte:',
  'an unknown operator': 'ne:5',
  'a date of no calendar': 'gte:2026-02-30T00:00:00Z',
  'a date beyond all years': 'gte:%2b275760-09-13T00:00:00Z',
  '100 KB of letters': times(100_000, 'x'),
  '100 KB of encoded bytes': times(33_000, '%ff'),
  'the nil UUID': '00000000-0000-0000-0000-000000000000',
  'two UUIDs': `${times(2, '00000000-0000-0000-0000-000000000000')}`,
  'a UUID and more': '00000000-0000-0000-0000-000000000000%00',
}
