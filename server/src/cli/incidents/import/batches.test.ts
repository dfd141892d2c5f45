import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowOf } from '../../../../test/support/import-row.ts'
import { toBatches } from './batches.ts'
import type { Row } from './read-rows.ts'

const limits = { rows: 5, characters: 30 }
const lengthOf = (rows: Row[]) => rows.reduce((sum, { cells }) => sum + cells.name!.length, 0)

async function batchesOf(chunks: Row[][], senders: number): Promise<Row[][]> {
  const read = async function* () {
    yield* chunks
  }
  const batches: Row[][] = []
  for await (const batch of toBatches(read(), senders, limits)) batches.push(batch)
  return batches
}

test('toBatches keeps the rows in order and each batch within its limits; a row above the limits is a batch alone', async () => {
  const chunks = fc.array(fc.array(fc.string({ maxLength: 40 }).map(rowOf), { maxLength: 20 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 8 }), async (rows, senders) => {
      const batches = await batchesOf(rows, senders)
      expect(batches.flat()).toEqual(rows.flat())
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(limits.rows)
        expect(batch.length === 1 || lengthOf(batch) <= limits.characters).toBe(true)
      }
    }),
  )
})

test.each([
  [8, 3, [3, 3, 2]],
  [3, 8, [1, 1, 1]],
  [12, 1, [5, 5, 2]],
])('toBatches divides %i rows among %i senders into batches of %j rows', async (rows, senders, sizes) => {
  const batches = await batchesOf([Array.from({ length: rows }, () => rowOf('x'))], senders)
  expect(batches.map((batch) => batch.length)).toEqual(sizes)
})

/** Yields one chunk of rows. The next chunk never comes. */
async function* readOneChunk() {
  yield [rowOf('first')]
  await new Promise(() => undefined)
}

test('toBatches returns the rows of a chunk without waiting for the next chunk', async () => {
  expect((await toBatches(readOneChunk(), 1, limits).next()).value).toEqual([rowOf('first')])
})
