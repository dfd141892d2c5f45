import type { Row } from './read-rows.ts'

/** Limits of a batch of rows. */
export interface BatchLimits {
  /** Maximum number of rows. */
  rows: number
  /** Maximum number of characters in all cells of a batch. A row with more characters is a batch of its own. */
  characters: number
}

/**
 * Divides rows into batches for several senders. All rows of a batch come from one array, so that no row waits for rows
 * that are not read yet. The rows of a short array are divided among the senders.
 */
export async function* toBatches(
  chunks: AsyncGenerator<Row[]>,
  senders: number,
  limits: BatchLimits,
): AsyncGenerator<Row[], void, undefined> {
  for await (const rows of chunks) {
    yield* divide(rows, { ...limits, rows: Math.min(limits.rows, Math.ceil(rows.length / senders)) })
  }
}

function* divide(rows: Row[], limits: BatchLimits): Generator<Row[]> {
  let batch: Row[] = []
  let characters = 0
  for (const row of rows) {
    const length = lengthOf(row)
    if (batch.length > 0 && (batch.length === limits.rows || characters + length > limits.characters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(row)
    characters += length
  }
  if (batch.length > 0) yield batch
}

const lengthOf = ({ cells }: Row): number => Object.values(cells).reduce((sum, cell) => sum + cell.length, 0)
