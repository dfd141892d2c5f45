/** Data, on standard output. */
export const writeData = (text: string): void => void process.stdout.write(`${text}\n`)

/** Messages to the person at the terminal, on standard error. Names from a server could otherwise command the terminal. */
export const writeMessage = (text: string): void =>
  void process.stderr.write(`${text.split('\n').map(onOneLine).join('\n')}\n`)

/** One JSON object a line. */
const jsonLines = (items: object[]): string => items.map((item) => JSON.stringify(item)).join('\n')

/** Writes a list: a table for people, a JSON object a line for machines. */
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

/** Columns as wide as their widest cell, two spaces apart. */
export function table(cells: string[][]): string {
  const rows = cells.map((row) => row.map(onOneLine))
  const widths = rows[0]!.map((_, column) => rows.reduce((widest, row) => Math.max(widest, widthOf(row[column]!)), 0))
  const pad = (cell: string, column: number) => cell + ' '.repeat(widths[column]! - widthOf(cell))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

/** Shows line ends, what commands a terminal and what turns the reading direction as a dot: names come from everywhere. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '·')

const widthOf = (text: string): number => [...text].length
