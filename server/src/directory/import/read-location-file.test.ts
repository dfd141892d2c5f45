import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLocationFile, type LocationFile } from './read-location-file.ts'

/**
 * Generates cells that contain separators, quotation marks and line breaks. The cells neither begin nor end with white
 * space, because the parser removes such white space.
 */
const value = fc
  .string({ unit: fc.constantFrom('a', 'ß', '日', '😀', ',', ';', '"', '\n', ' ', '='), maxLength: 12 })
  .map((text) => text.trim())
const name = value.filter((text) => text !== '')

describe('reading a location file', () => {
  test('reads the values of a location file unchanged, with commas or semicolons as separators', async () => {
    const rows = fc.array(fc.tuple(name, value, value), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(',', ';'), fc.boolean(), async (written, delimiter, bom) => {
        const columns = ['location', 'locationExternalId', 'point']
        const text = stringify([columns, ...written], { delimiter, bom, quoted: true })
        const { lines, rejectedLines } = await readLocationFile(Buffer.from(text))
        expect(rejectedLines).toEqual([])
        expect(lines.map(({ location, externalId = '', point = '' }) => [location, externalId, point])).toEqual(written)
      }),
    )
  })

  test('a location file with an open quotation mark is rejected, because the cell contains all later lines', async () => {
    const file = 'location,point\nHarbour,Door\nMarket,"Freezer\nStation,Till\nAirport,\n'
    await expect(readLocationFile(Buffer.from(file))).rejects.toMatchObject({
      code: 'import_unreadable',
      message: 'The quotation mark that opens in line 3 is never closed.',
    })
  })

  test('reading any text as a location file yields only existing lines, each at most once', async () => {
    const garbage = fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '\0', 'é'), maxLength: 8 }), {
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(garbage, async (texts) => {
        const file = Buffer.from(['location,point', ...texts].join('\n'))
        const { lines, rejectedLines } = await readLocationFile(file).catch(nothingIfUnclosed)
        const numbers = [...lines, ...rejectedLines].map(({ line }) => line)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(numbers.every((line) => line >= 2 && line <= texts.length + 1)).toBe(true)
      }),
    )
  })
})

/** Returns an empty file if the error rejects an open quotation mark. Throws every other error again. */
function nothingIfUnclosed(error: Error): LocationFile {
  if (error.message.endsWith('is never closed.')) return { lines: [], rejectedLines: [] }
  throw error
}
