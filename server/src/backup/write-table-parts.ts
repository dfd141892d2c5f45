import { readRows } from '../database/copying/rows.ts'
import type { Snapshot } from '../database/copying/snapshot.ts'
import type { MeasuredTable } from '../database/copying/tables.ts'
import { jsonFrame, type Frame } from './format.ts'
import type { Tally } from './tally.ts'
import { compressed, toDataFrames } from './write-frames.ts'

/** Makes the frames of all tables in the snapshot. */
export async function* writeTableParts(snapshot: Snapshot, tally: Tally): AsyncGenerator<Frame> {
  for (const table of snapshot.tables) {
    const { name, columns, sizeBytes: estimatedBytes } = table
    const read = { sizeBytes: 0, rows: 0 }
    yield jsonFrame('head', { kind: 'table', name, columns })
    yield* compressed(toDataFrames(readCounted(snapshot, table, read, tally)))
    yield jsonFrame('tail', read)
    tally.addTable(name, read.rows, estimatedBytes)
  }
}

async function* readCounted(
  { client }: Snapshot,
  table: MeasuredTable,
  read: { sizeBytes: number; rows: number },
  tally: Tally,
): AsyncGenerator<Buffer> {
  const rows = readRows(client, table)
  for (;;) {
    const { value, done } = await rows.next()
    if (done) {
      read.rows = value
      return
    }
    read.sizeBytes += value.length
    tally.progress(Math.min(read.sizeBytes, table.sizeBytes))
    yield value
  }
}
