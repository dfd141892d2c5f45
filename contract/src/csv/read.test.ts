import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCsv } from './read.ts'
import type { CsvRecord } from './read-records.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'ß', '日', '😀', ',', ';', '\t', '|', '"', '\n', '\r', '\r\n', ' ', '=', '\u00a0'),
  maxLength: 12,
})
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('reads the exact text of quoted cells from files with any separator, in chunks of any size', async () => {
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const format = fc.record({
    separator: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
    mark: fc.constantFrom('', '\uFEFF'),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
    piece: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(rows, format, async (written, { separator, lineEnd, mark, encoding, piece }) => {
      const head = ['x', 'y']
      const text = [head, ...written].map((row) => row.map(quoted).join(separator) + lineEnd).join('')
      const bytes = Buffer.from((encoding === 'utf8' ? mark : '\uFEFF') + text, encoding)
      const records = await recordsOf(bytes, piece)
      expect(records.map(({ cells }) => cells)).toEqual([head, ...written])
      let line = 1
      for (const [index, { line: begins }] of records.entries()) {
        expect(begins).toBe(line)
        line += 1 + [head, ...written][index]!.join('|').split(/\r\n?|\n/).length - 1
      }
    }),
  )
})

test('reads the same records from small chunks of a file as from the whole file in one chunk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell), fc.integer({ min: 1, max: 5 }), async (texts, piece) => {
      const bytes = Buffer.from(`x,y\n${texts.join('\n')}`)
      expect(await recordsOf(bytes, piece)).toEqual(await recordsOf(bytes, bytes.length))
    }),
  )
})

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([1, 2, 3, 5, 100])(
  'throws an error with the number of the first line that is not UTF-8, for a file in chunks of %i bytes',
  async (piece) => {
    const files: [line: number, ...parts: (string | Buffer)[]][] = [
      [2, 'x\n', latin1('\xfc\n'), 'ß\n'],
      [3, 'x\r\nTür\r\nT', latin1('\xfc'), 'r\r\n'],
      [2, 'x\rcut off ', latin1('\xe2')],
      [4, 'x\n\n\uFFFD\n', latin1('\xfcber'), '\n'],
    ]
    for (const [line, ...parts] of files) {
      const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
      await expect(recordsOf(bytes, piece)).rejects.toThrow(
        `line ${line} is not UTF-8 text. Save the file as CSV UTF-8`,
      )
    }
  },
)

async function recordsOf(bytes: Buffer, length: number): Promise<CsvRecord[]> {
  const pieces = async function* () {
    for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
  }
  const records: CsvRecord[] = []
  for await (const chunk of (await openCsv(pieces(), 100_000)).records) records.push(...chunk)
  return records
}
