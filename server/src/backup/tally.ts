import { examplesMaximum, type BackupSummary } from './format.ts'

/** Counts rows and files, and reports the progress, while a backup is written or an installation is verified. */
export class Tally {
  readonly summary: BackupSummary = { rows: {}, files: 0, fileBytes: 0, missing: 0, damaged: 0, examples: [] }
  readonly #totalBytes: number
  readonly #advance: (share: number) => void
  #doneBytes = 0

  /**
   * @param totalBytes estimated size of all tables and files.
   * @param advance called with the completed share of the work, from 0 to 1.
   */
  constructor(totalBytes: number, advance: (share: number) => void) {
    this.#totalBytes = Math.max(totalBytes, 1)
    this.#advance = advance
  }

  /** Reports the progress when `bytes` bytes of the current table or file have been read. */
  progress(bytes: number): void {
    this.#advance(Math.min((this.#doneBytes + bytes) / this.#totalBytes, 1))
  }

  addTable(name: string, rows: number, estimatedBytes: number): void {
    this.summary.rows[name] = rows
    this.#doneBytes += estimatedBytes
    this.progress(0)
  }

  addFile(bytes: number): void {
    this.summary.files++
    this.summary.fileBytes += bytes
    this.#doneBytes += bytes
    this.progress(0)
  }

  addShortcoming(kind: 'missing' | 'damaged', key: string): void {
    this.summary[kind]++
    if (this.summary.examples.length < examplesMaximum) this.summary.examples.push(key)
  }
}
