import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { toWritten } from './columns.ts'
import { readRows } from './read-rows.ts'

const workbook = (start: string) => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(64)])
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text)

const wanted = [
  { name: 'Tür', description: 'klemmt, quietscht' },
  { name: 'Water', latitude: '-33.9' },
]
const save = 'Save the file as CSV UTF-8 and try again.'

/** Expected outcome: the rows as the import sends them, or a part of the error message. */
type Wanted = Record<string, unknown>[] | string

const files: [program: string, content: Buffer, wanted: Wanted][] = [
  // Files that Excel writes
  ['Excel, CSV UTF-8', utf8('\uFEFFname,description,latitude\r\nTür,"klemmt, quietscht",\r\nWater,,-33.9\r\n'), wanted],
  [
    'Excel, CSV UTF-8 of a country with decimal commas',
    utf8('\uFEFFname;description;latitude\r\nTür;klemmt, quietscht;\r\nWater;;-33,9\r\n'),
    wanted,
  ],
  [
    'Excel, Unicode text',
    utf16('name\tdescription\tlatitude\r\nTür\tklemmt, quietscht\t\r\nWater\t\t-33,9\r\n'),
    wanted,
  ],
  [
    'Excel, rows as wide as the widest',
    utf8('name,description,latitude,,\r\nTür,"klemmt, quietscht",,,\r\nWater,,-33.9,,\r\n,,,,\r\n,,,,\r\n'),
    wanted,
  ],
  [
    'Excel, formatted up to its last column',
    utf8(`name,description,latitude${','.repeat(16_381)}\r\nTür,"klemmt, quietscht",\r\nWater,,-33.9\r\n`),
    wanted,
  ],
  [
    'Excel, separator named',
    utf8('sep=;\r\nname;description;latitude\r\nTür;klemmt, quietscht;\r\nWater;;-33.9\r\n'),
    wanted,
  ],
  [
    'Excel, separator named behind a byte order mark',
    utf8('\uFEFFsep=|\r\nname|description|latitude\r\nTür|klemmt, quietscht|\r\nWater||-33.9\r\n'),
    wanted,
  ],
  [
    'Excel, separator named that is none',
    utf8('sep=:\r\nname:description\r\n'),
    'x.csv cannot be read as CSV: its cells are separated by ":". Save the file with commas or semicolons.',
  ],
  [
    'Excel, CSV (ANSI)',
    latin1('name;description\r\nWater;hall\r\nTür;klemmt\r\n'),
    `line 3 is not UTF-8 text. ${save}`,
  ],
  ['Excel, CSV (Macintosh)', Buffer.from('name\rT\x9fr\r', 'latin1'), `line 2 is not UTF-8 text. ${save}`],
  [
    'Excel, text with line breaks in a cell',
    utf8('\uFEFFname,description\r\nWater,"one\ntwo ""three"""\r\nTür,\r\n'),
    [{ name: 'Water', description: 'one\ntwo "three"' }, { name: 'Tür' }],
  ],
  [
    'Excel, titles of two lines',
    utf8('"name\n",description\r\nWater,hall\r\n'),
    [{ name: 'Water', description: 'hall' }],
  ],
  [
    'Excel workbook',
    workbook('504b030414000600'),
    `it is a workbook (.xlsx, .ods or .numbers) or another ZIP archive, not a CSV file. ${save}`,
  ],
  ['Excel 97 workbook', workbook('d0cf11e0a1b11ae1'), `it is a workbook (.xls), not a CSV file. ${save}`],
  [
    'Excel, numbers as it shows them',
    utf8('name,externalId\r\n1E+05,00123\r\n'),
    [{ name: '1E+05', externalId: '00123' }],
  ],
  // Files that LibreOffice writes
  [
    'LibreOffice, all texts quoted',
    utf8('"name","description"\n"Water","hall"\n"",""\n'),
    [{ name: 'Water', description: 'hall' }, {}],
  ],
  ['LibreOffice, UTF-16', utf16('name,description\nTür,klemmt\n').swap16(), [{ name: 'Tür', description: 'klemmt' }]],
  [
    'LibreOffice, Windows-1252',
    latin1('"name","description"\n"Gr\xf6\xdfe","\x80 5"\n'),
    `line 2 is not UTF-8 text. ${save}`,
  ],
  [
    'LibreOffice, UTF-16 without a mark',
    Buffer.from('name\nTür\n', 'utf16le'),
    `it is UTF-16 text without a byte order mark. ${save}`,
  ],
  [
    'LibreOffice, fixed width',
    utf8('name      description\nWater     hall\n'),
    'There is no column "name      description"',
  ],
  // Files that Numbers and Google Sheets write
  ['Numbers', utf8('name;description\nTür;"klemmt; quietscht"\n'), [{ name: 'Tür', description: 'klemmt; quietscht' }]],
  ['Numbers, a table with a title', utf8('Table 1\nname;description\nWater;hall\n'), 'There is no column "Table 1"'],
  ['Numbers document', workbook('504b03040a000000'), 'it is a workbook'],
  ['Google Sheets', utf8('name,description,latitude\r\nTür,"klemmt, quietscht",\r\nWater,,-33.9'), wanted],
  ['Google Sheets, tabs', utf8('name\tdescription\tlatitude\r\nTür\tklemmt, quietscht\t\r\nWater\t\t-33.9'), wanted],
  ['Google Sheets, an empty sheet', utf8(''), 'x.csv is empty.'],
  ['Google Sheets, only a head', utf8('name,description\r\n'), []],
  [
    'Google Sheets, rows without cells',
    utf8('\r\n,,\r\nname,description\r\n\r\n,\r\nWater,hall\r\n,\r\n'),
    [{ name: 'Water', description: 'hall' }],
  ],
  // Files that SAP and other old systems write
  [
    'SAP, pipes',
    utf8('name|description|externalId\r\nWater|hall, "north"|000010004711\r\n'),
    [{ name: 'Water', description: 'hall, "north"', externalId: '000010004711' }],
  ],
  [
    'SAP, list with a frame',
    utf8('|name |location |\r\n|Water|  Arcade |\r\n'),
    [{ name: 'Water', location: 'Arcade' }],
  ],
  ['SAP, UTF-16 and tabs', utf16('NAME\tEXTERNAL_ID\r\nTür\t0042\r\n'), [{ name: 'Tür', externalId: '0042' }]],
  ['SAP, a report page', utf8('<html><table></table></html>'), `it is a web page or XML, not a CSV file. ${save}`],
  [
    'DOS, padded cells and Ctrl+Z',
    utf8('NAME;PRIORITY  ;LOCATION\r\nWater;MAJOR     ;Arcade    \r\n\x1a\0\0\0'),
    [{ name: 'Water', priority: 'MAJOR', location: 'Arcade' }],
  ],
  [
    'DOS, code page 850',
    Buffer.concat([utf8('name\r\nK'), Buffer.from([0x81]), utf8('hlraum\r\n')]),
    `line 2 is not UTF-8 text. ${save}`,
  ],
  [
    'classic Macintosh line ends',
    utf8('name,description\rWater,hall\rTür,\r'),
    [{ name: 'Water', description: 'hall' }, { name: 'Tür' }],
  ],
  [
    'line ends of three kinds',
    utf8('name,description\r\nA,1\nB,2\rC,3\n\r\nD,4'),
    ['A', 'B', 'C', 'D'].map((name, index) => ({ name, description: String(index + 1) })),
  ],
  [
    'titles pasted from a web page',
    utf8('\u200bNAME\u00a0,\u2060Occurred\u00a0At ,External-ID\u00ad\nWater,2026-03-01 09:30 +01:00,7\n'),
    [{ name: 'Water', occurredAt: '2026-03-01T09:30:00+01:00', externalId: '7' }],
  ],
  ['inches in bare cells', utf8('name,description\n5" pipe,3" x 4"\n'), [{ name: '5" pipe', description: '3" x 4"' }]],
  [
    'blanks around quoted cells',
    utf8('name, description, tags\nWater , "hall, north" , "a;b" \n'),
    [{ name: 'Water ', description: 'hall, north', tags: ['a', 'b'] }],
  ],
  [
    'a quotation mark that is not closed',
    utf8('name\nWater\n"Tür\nmore\n'),
    'x.csv cannot be read as CSV: the quotation mark that opens in line 3 is never closed.',
  ],
  [
    'ragged rows',
    utf8('name,description,externalId\nA\nB,hall\nC,hall,7\n'),
    [{ name: 'A' }, { name: 'B', description: 'hall' }, { name: 'C', description: 'hall', externalId: '7' }],
  ],
  [
    'a line of 9.9 million commas',
    utf8(`name\n${','.repeat(9_900_000)}\n`),
    'x.csv cannot be read as CSV: line 2 has more than 16384 cells.',
  ],
  ['a head of 9.9 million commas', utf8(`name${','.repeat(9_900_000)}\n`), 'line 1 has more than 16384 cells.'],
  ['a cell without an end', utf8(`name\n${'a'.repeat(3_000_000)}\n`), 'line 2 has more than 2097152 characters.'],
  [
    'a quoted cell without an end',
    utf8(`name\nA\n"${'a\n'.repeat(2_000_000)}`),
    'line 3 does not end: check the quotation mark that opens in line 3.',
  ],
  ['a compressed file', workbook('1f8b080000000000'), 'it is compressed (gzip), not a CSV file.'],
]

test.each(files)(
  'readRows reads the rows of a file, or rejects the file with a message of one sentence: %s',
  async (_, content, outcome) => {
    const read = await outcomeOf(pieces(content, 64 * 1024))
    // The message may have more text than the expected part.
    const isExpected = typeof read === 'string' && typeof outcome === 'string' && read.includes(outcome)
    expect(isExpected ? outcome : read).toEqual(outcome)
  },
)

const small = files.filter(([, content]) => content.length < 1_000)

test.each(small)(
  'readRows returns the same result for chunks of one byte and chunks of 64 KiB: %s',
  async (_, content) => {
    expect(await outcomeOf(pieces(content, 1))).toEqual(await outcomeOf(pieces(content, 64 * 1024)))
  },
)

test.each([
  ['9.9 million commas', Buffer.alloc(64 * 1024, ',')],
  ['9.9 million characters', Buffer.alloc(64 * 1024, 'a')],
])('readRows stops reading a line of %s long before the end of the line', async (_, piece) => {
  let read = 0
  const endless = async function* () {
    yield utf8('name\n')
    for (; read < 9_900_000; read += piece.length) yield piece
  }
  await expect(outcomeOf(endless())).resolves.toMatch(/line 2 has more than/)
  expect(read).toBeLessThan(2.2 * 1024 * 1024)
})

async function outcomeOf(read: AsyncIterable<Buffer>): Promise<Wanted> {
  const source = { name: 'x.csv', sizeBytes: undefined, read: () => Readable.from(read), isAlso: async () => false }
  const rows: Wanted = []
  try {
    for await (const chunk of readRows(source, new AbortController().signal)) {
      for (const row of chunk) {
        expect(row).toMatchObject({ surplus: [], violation: undefined })
        rows.push({ ...toWritten(row.cells) })
      }
    }
    return rows
  } catch (error) {
    return (error as Error).message
  }
}

async function* pieces(content: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += length) yield content.subarray(start, start + length)
}
