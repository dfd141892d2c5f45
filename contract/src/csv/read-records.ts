import type { CsvSeparator } from './separator.ts'
import { UnreadableCsv } from './unreadable.ts'

export interface CsvRecord {
  cells: string[]
  /** Number of the line on which the record starts, counted from 1. */
  line: number
  /** Number of characters from the start of the file to the end of the record. */
  end: number
  violation?: CsvViolation
}

export interface CsvViolation {
  code: 'text_behind_quote' | 'unclosed_quote'
  /** Message for the user, with the number of the line. */
  message: string
}

/** Maximum number of cells of a record, equal to the maximum number of columns in spreadsheets. */
const columnsMaximum = 16_384

const lineFeed = 10
const carriageReturn = 13
const quote = 34

/**
 * State of the reader within a cell.
 * - `start`: the reader has found only blanks in this cell.
 * - `bare`: the reader is in a cell without quotation marks around it.
 * - `quoted`: the reader is between the quotation marks around a cell.
 * - `closing`: the last character was a quotation mark, which ends the cell or begins a doubled quotation mark.
 * - `behind`: the reader is in the blanks after a closing quotation mark.
 */
type State = 'start' | 'bare' | 'quoted' | 'closing' | 'behind'

/**
 * Splits CSV text into records. The text may arrive in chunks of any size. Accepts some texts that RFC 4180 forbids:
 * all kinds of line ends, quotation marks within cells that are not quoted, and blanks around quoted cells. Omits blank
 * rows. Limits each record to `recordMaximum` characters and `columnsMaximum` cells.
 * @throws UnreadableCsv when a record exceeds a limit.
 */
export class RecordReader {
  readonly #separator: number
  readonly #recordMaximum: number
  #state: State = 'start'
  #cell = ''
  #cells: string[] = []
  #length = 0
  #isBlank = true
  #violation: CsvViolation | undefined
  #line: number
  #recordLine: number
  #openedLine = 0
  #isBehindReturn = false
  #read: number

  /**
   * @param from position in the file at which the text starts: its line number, and the number of characters before it.
   */
  constructor(separator: CsvSeparator, recordMaximum: number, from = { line: 1, length: 0 }) {
    this.#separator = separator.charCodeAt(0)
    this.#recordMaximum = recordMaximum
    this.#line = this.#recordLine = from.line
    this.#read = from.length
  }

  *read(text: string): Generator<CsvRecord, void, undefined> {
    /** Index of the first character that has not been added to `#cell` yet. */
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
      this.#violation = { code: 'unclosed_quote', message }
    }
    if (this.#cell !== '' || this.#cells.length > 0 || !this.#isBlank) {
      this.#endCell('')
      yield* this.#endRecord(0)
    }
  }

  /** True if the reader is after the closing quotation mark of a cell. */
  get #isOutside(): boolean {
    return this.#state === 'closing' || this.#state === 'behind'
  }

  #open(): void {
    this.#state = 'quoted'
    this.#cell = ''
    this.#openedLine = this.#line
    this.#isBlank = false
  }

  /**
   * Handles a character after the closing quotation mark of a cell. Skips a blank. Any other character is a violation:
   * the cell gets its quotation marks back and continues with this character.
   * @returns the index at which the rest of the cell starts.
   */
  #passBehind(code: number, at: number): number {
    this.#state = 'behind'
    if (isBlank(code)) return at + 1
    this.#violation ??= {
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
    if (!this.#isBlank) yield this.#violation ? { ...record, violation: this.#violation } : record
    this.#cells = []
    this.#length = 0
    this.#isBlank = true
    this.#violation = undefined
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

/** Returns true for a space, tab or no-break space. Tabs that separate cells are handled before this check. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0
