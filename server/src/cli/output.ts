/** Writes data and a line break to standard output. */
export const writeData = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Writes a message to standard error. Replaces control characters by dots: names in the message come from other people,
 * and could otherwise control the terminal.
 */
export const writeMessage = (text: string): void =>
  void process.stderr.write(`${text.split('\n').map(onOneLine).join('\n')}\n`)

const jsonLines = (items: object[]): string => items.map((item) => JSON.stringify(item)).join('\n')

/** Writes a list as a table for people, or as one JSON object per line for machines. */
export function writeList<Item extends object>(
  items: Item[],
  json: boolean | undefined,
  columns: Record<string, (item: Item) => string | null>,
): void {
  if (json) return items.length > 0 ? writeData(jsonLines(items)) : undefined
  writeData(
    table([Object.keys(columns), ...items.map((item) => Object.values(columns).map((read) => read(item) ?? '-'))]),
  )
}

/** Formats rows as a table with two spaces between the columns. */
export function table(cells: string[][]): string {
  const rows = cells.map((row) => row.map(onOneLine))
  const widths = rows[0]!.map((_, column) => rows.reduce((widest, row) => Math.max(widest, widthOf(row[column]!)), 0))
  const pad = (cell: string, column: number) => cell + ' '.repeat(widths[column]! - widthOf(cell))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

/** Replaces line ends, control characters, and characters that change the reading direction by dots. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '·')

const widthOf = (text: string): number => [...text].length
