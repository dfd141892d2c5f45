import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { importColumns, type Cells } from './columns.ts'

/**
 * Prefix of every text that is hashed. Never change it: otherwise, repeating an earlier import would create the
 * incidents of that import again.
 */
const namespace = 'tocsin incidents import 1'

/**
 * Derives the clientRequestId of each row from its content, so that importing a file again, whole or in part, creates
 * no incident twice. Rows with the same content are numbered in the order in which they occur, so that each row has its
 * own id.
 *
 * The ids do not depend on the order of columns, the order of rows with different content, the delimiter or quotation
 * marks. For each row, only a number stays in memory, not the content.
 */
export class RequestIds {
  readonly #seen = new Set<number>()
  readonly #repetitions = new Map<number, number>()

  /** Returns the clientRequestId that a row contains, or else derives a clientRequestId from the content of the row. */
  of(cells: Cells): Uuid {
    if (cells.clientRequestId !== undefined) return cells.clientRequestId
    const content = `${namespace}\n${JSON.stringify(importColumns.map((column) => cells[column] ?? null))}`
    const digest = hash('sha256', content, 'hex')
    const occurrence = this.#count(digest)
    return toUuid(occurrence === 0 ? digest : hash('sha256', `${content}\n${occurrence}`, 'hex'))
  }

  /** Counts an occurrence of a digest, and returns the number of earlier occurrences. */
  #count(digest: string): number {
    // 13 hexadecimal digits are 52 bits, which a JavaScript number represents exactly.
    const mark = Number.parseInt(digest.slice(-13), 16)
    if (!this.#seen.has(mark)) {
      this.#seen.add(mark)
      return 0
    }
    const occurrence = (this.#repetitions.get(mark) ?? 0) + 1
    this.#repetitions.set(mark, occurrence)
    return occurrence
  }
}

/**
 * Makes a UUID of version 8 from a SHA-256 digest.
 * @see RFC 9562, B.2
 */
function toUuid(digest: string): Uuid {
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, variant + digest.slice(17, 20)]
  return [...groups, digest.slice(20, 32)].join('-')
}
