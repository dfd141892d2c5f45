import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { importColumns, type Cells } from './columns.ts'

/** Names this way of making identifiers; another one would import everything again. */
const namespace = 'tocsin incidents import 1'

/**
 * Derives the clientRequestId of each row from what it says, so that a file which is imported again, whole or in part,
 * creates nothing twice. Rows that say the same are told apart by which of them it is: the second stays the second.
 *
 * The order of the columns, the delimiter, the order of different rows and quotes make no difference. Of each row that
 * was met, a number is remembered, not the row.
 */
export class RequestIds {
  readonly #met = new Set<number>()
  readonly #repetitions = new Map<number, number>()

  /** @returns what its own column says, where the row has one. */
  of(cells: Cells): Uuid {
    if (cells.clientRequestId !== undefined) return cells.clientRequestId
    const content = `${namespace}\n${JSON.stringify(importColumns.map((column) => cells[column] ?? null))}`
    const digest = hash('sha256', content, 'hex')
    const occurrence = this.#count(digest)
    return toUuid(occurrence === 0 ? digest : hash('sha256', `${content}\n${occurrence}`, 'hex'))
  }

  /** How often it was met before. */
  #count(digest: string): number {
    // As many bits of it as a number holds exactly.
    const mark = Number.parseInt(digest.slice(-13), 16)
    if (!this.#met.has(mark)) {
      this.#met.add(mark)
      return 0
    }
    const occurrence = (this.#repetitions.get(mark) ?? 0) + 1
    this.#repetitions.set(mark, occurrence)
    return occurrence
  }
}

/** @see RFC 9562, B.2: a UUID of version 8 from a SHA-256. */
function toUuid(digest: string): Uuid {
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, variant + digest.slice(17, 20)]
  return [...groups, digest.slice(20, 32)].join('-')
}
