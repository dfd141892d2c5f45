import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readRows, type Row } from './read-rows.ts'

test('readRows reads the same rows from one chunk and from chunks of one byte', async () => {
  const text = Buffer.from('\uFEFFname;description\nTür;klemmt, quietscht\n"";Wasser\n')
  const whole = await rowsOf([text])
  expect(whole).toMatchObject([
    { line: 2, share: undefined, delimiter: ';', cells: { name: 'Tür', description: 'klemmt, quietscht' } },
    { line: 3, share: undefined, delimiter: ';', cells: { description: 'Wasser' } },
  ])
  expect(await rowsOf([...text].map((byte) => Buffer.from([byte])))).toEqual(whole)
})

async function rowsOf(pieces: Buffer[]): Promise<Row[]> {
  const source = { name: 'x', sizeBytes: undefined, read: () => Readable.from(pieces), isAlso: async () => false }
  const rows: Row[] = []
  for await (const chunk of readRows(source, new AbortController().signal)) rows.push(...chunk)
  return rows
}
