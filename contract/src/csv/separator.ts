import { UnreadableCsv } from './unreadable.ts'

/**
 * Separators in order of preference. If the line of the column titles contains two of them equally often, the one that
 * comes first in this list is chosen.
 */
const separators = [',', ';', '\t', '|'] as const
export type CsvSeparator = (typeof separators)[number]

export interface CsvStart {
  separator: CsvSeparator
  /** Length of the first line if it names the separator, as `sep=;` from Excel does; otherwise 0. */
  skipped: number
}

/**
 * Finds the separator of a CSV file. A first line such as `sep=;` names the separator. Without such a line, the most
 * frequent separator in the line of the column titles is chosen.
 * @param start beginning of the file, at least up to the end of the line of the column titles.
 * @throws UnreadableCsv if the first line names a separator that is not supported.
 */
export function findSeparator(start: string): CsvStart {
  const named = /^\uFEFF?"?sep=(.)"?[,;]*[ \t]*(\r\n?|\n|$)/i.exec(start)
  if (named) {
    const separator = separators.find((one) => one === named[1])
    if (separator) return { separator, skipped: named[0].length }
    throw new UnreadableCsv(`its cells are separated by "${named[1]}". Save the file with commas or semicolons.`)
  }
  const head = firstFilledLine(start.replace(/"[^"]*"?/g, 'x'))
  const counts = separators.map((separator) => head.split(separator).length)
  return { separator: separators[counts.indexOf(Math.max(...counts))]!, skipped: 0 }
}

/** Returns the first line with a character other than separators and white space. */
const firstFilledLine = (text: string): string =>
  text.split(/\r\n?|\n/).find((line) => /[^\s,;|\uFEFF]/.test(line)) ?? ''

/** Returns true if the start of a file contains the complete line of the column titles. */
export function hasHead(start: string): boolean {
  const head = start.search(/[^\s,;|\uFEFF]/)
  return head !== -1 && /[\r\n]/.test(start.slice(head))
}
