export type CsvDelimiter = ',' | ';'

/**
 * Tells what separates the values of a CSV file. Spreadsheets of many countries write semicolons: it is whichever the
 * first line has more of.
 * @param start of the file, as far as it has been read.
 */
export function delimiterOf(start: string): CsvDelimiter {
  const [head = ''] = start.split('\n', 1)
  return head.split(';').length > head.split(',').length ? ';' : ','
}
