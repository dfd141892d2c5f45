import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { importColumns, type Cells } from './columns.ts'

/** Prefix of every hash. Never change it: repeating an earlier import would create everything again. */
const namespace = 'tocsin incidents import 1'

/**
 * Derives the clientRequestId of each row from its content, so that importing a file again, whole or in part, creates
 * nothing twice. Rows with the same content are numbered by occurrence: the second row stays the second.
 *
 * The order of columns, the delimiter, the order of different rows and quotation marks make no difference. Only a number
 * is stored for each row, not its content.
 */
export class RequestIds {
  readonly #seen = new Set<number>()
  readonly #repetitions = new Map<number, number>()

  /** @returns the clientRequestId of the row: its own, or one derived from its content. */
  of(cells: Cells): Uuid {
    if (cells.clientRequestId !== undefined) return cells.clientRequestId
    const content = `${namespace}\n${JSON.stringify(importColumns.map((column) => cells[column] ?? null))}`
    const digest = hash('sha256', content, 'hex')
    const occurrence = this.#count(digest)
    return toUuid(occurrence === 0 ? digest : hash('sha256', `${content}\n${occurrence}`, 'hex'))
  }

  /** Counts how often a digest has occurred before. */
  #count(digest: string): number {
    // 13 hexadecimal digits are 52 bits, which a number holds exactly.
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

/** Makes a UUID of version 8 from a SHA-256. @see RFC 9562, B.2 */
function toUuid(digest: string): Uuid {
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, variant + digest.slice(17, 20)]
  return [...groups, digest.slice(20, 32)].join('-')
}
