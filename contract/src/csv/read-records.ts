import type { CsvSeparator } from './separator.ts'
import { UnreadableCsv } from './unreadable.ts'

export interface CsvRecord {
  cells: string[]
  /** Line of the file in which the record begins, counted from 1. */
  line: number
  /** Characters of the file up to its end. */
  end: number
  fault?: CsvFault
}

export interface CsvFault {
  code: 'text_behind_quote' | 'unclosed_quote'
  /** A sentence with the line of the fault. */
  message: string
}

/** Columns of the widest sheet that spreadsheets make. */
export const columnsMaximum = 16_384

const lineFeed = 10
const carriageReturn = 13
const quote = 34

/** `start`: blanks at most; `closing`: behind a quotation mark that is the end of the cell, or the first of two. */
type State = 'start' | 'bare' | 'quoted' | 'closing' | 'behind'

/**
 * Splits CSV text into records, in pieces of any size (RFC 4180, and what programs write besides): line ends of any kind,
 * quotation marks within bare cells, blanks around quoted ones. Rows without a cell or a quotation mark are left out.
 * Memory and time stay within `recordMaximum` characters and `columnsMaximum` cells a record.
 * @throws UnreadableCsv when a record exceeds either.
 */
export class RecordReader {
  readonly #separator: number
  readonly #recordMaximum: number
  #state: State = 'start'
  #cell = ''
  #cells: string[] = []
  #length = 0
  #isBlank = true
  #fault: CsvFault | undefined
  #line: number
  #recordLine: number
  #openedLine = 0
  #isBehindReturn = false
  #read: number

  /** @param from what of the file was read before. */
  constructor(separator: CsvSeparator, recordMaximum: number, from = { line: 1, length: 0 }) {
    this.#separator = separator.charCodeAt(0)
    this.#recordMaximum = recordMaximum
    this.#line = this.#recordLine = from.line
    this.#read = from.length
  }

  *read(text: string): Generator<CsvRecord, void, undefined> {
    /** Start of the part of the cell that is not in `#cell` yet. */
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const isLineEnd = code === lineFeed || code === carriageReturn
      const isSecondHalf = code === lineFeed && this.#isBehindReturn
      this.#isBehindReturn = code === carriageReturn
      if (this.#state === 'quoted') {
        if (isLineEnd && !isSecondHalf) this.#line++
        if (code !== quote) continue
        this.#cell += text.slice(start, at)
        start = at + 1
        this.#state = 'closing'
      } else if (this.#state === 'closing' && code === quote) {
        start = at
        this.#state = 'quoted'
      } else if (isSecondHalf) {
        start = at + 1
      } else if (isLineEnd || code === this.#separator) {
        this.#endCell(this.#isOutside ? '' : text.slice(start, at))
        start = at + 1
        if (isLineEnd) yield* this.#endRecord(at + 1)
      } else if (this.#isOutside) {
        start = this.#passBehind(code, at)
      } else if (this.#state === 'start' && code === quote) {
        this.#open()
        start = at + 1
      } else if (!isBlank(code)) {
        this.#state = 'bare'
      }
    }
    if (!this.#isOutside) this.#cell += text.slice(start)
    this.#checkLength(this.#length + this.#cell.length)
    this.#read += text.length
  }

  *end(): Generator<CsvRecord, void, undefined> {
    if (this.#state === 'quoted') {
      const message = `The quotation mark that opens in line ${this.#openedLine} is never closed.`
      this.#fault = { code: 'unclosed_quote', message }
    }
    if (this.#cell !== '' || this.#cells.length > 0 || !this.#isBlank) {
      this.#endCell('')
      yield* this.#endRecord(0)
    }
  }

  /** Behind the quotation mark that ends a cell. */
  get #isOutside(): boolean {
    return this.#state === 'closing' || this.#state === 'behind'
  }

  #open(): void {
    this.#state = 'quoted'
    this.#cell = ''
    this.#openedLine = this.#line
    this.#isBlank = false
  }

  /** @returns where the rest of the cell begins: the text behind a quoted part is kept as it stands. */
  #passBehind(code: number, at: number): number {
    this.#state = 'behind'
    if (isBlank(code)) return at + 1
    this.#fault ??= {
      code: 'text_behind_quote',
      message: `Line ${this.#line} has text behind a closing quotation mark. Double quotation marks within a quoted cell.`,
    }
    this.#cell = `"${this.#cell}"`
    this.#state = 'bare'
    return at
  }

  #endCell(rest: string): void {
    const cell = this.#cell + rest
    this.#length += cell.length
    this.#checkLength(this.#length)
    this.#cells.push(cell)
    if (this.#cells.length > columnsMaximum) {
      throw new UnreadableCsv(`line ${this.#recordLine} has more than ${columnsMaximum} cells.`)
    }
    this.#isBlank &&= cell.trim() === ''
    this.#cell = ''
    this.#state = 'start'
  }

  *#endRecord(at: number): Generator<CsvRecord, void, undefined> {
    const record = { cells: this.#cells, line: this.#recordLine, end: this.#read + at }
    if (!this.#isBlank) yield this.#fault ? { ...record, fault: this.#fault } : record
    this.#cells = []
    this.#length = 0
    this.#isBlank = true
    this.#fault = undefined
    this.#recordLine = ++this.#line
  }

  #checkLength(length: number): void {
    if (length <= this.#recordMaximum) return
    const isQuoted = this.#openedLine >= this.#recordLine
    throw new UnreadableCsv(
      isQuoted
        ? `line ${this.#recordLine} does not end: check the quotation mark that opens in line ${this.#openedLine}.`
        : `line ${this.#recordLine} has more than ${this.#recordMaximum} characters.`,
    )
  }
}

/** A space, a tab or a no-break space; a tab that separates cells does not come here. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0
