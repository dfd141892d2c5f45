import { cpus, totalmem } from 'node:os'

/**
 * Table of the report. A row without a measurement has fewer cells than `heads`, and its last cell gives the reason.
 */
export interface Section {
  title: string
  heads: string[]
  rows: string[][]
}

export interface Report {
  measuredAt: string
  machine: string
  sections: Section[]
}

export const describeMachine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`

export const printMarkdown = ({ measuredAt, machine, sections }: Report): string =>
  [`Measured ${measuredAt} on ${machine}.`, ...sections.map(printSection)].join('\n\n')

/** Prints the sections of a measurement that has just ended. */
export function printReport(sections: Section[]): void {
  const report = { measuredAt: new Date().toISOString(), machine: describeMachine(), sections }
  process.stdout.write(`${printMarkdown(report)}\n`)
}

const line = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join(' | ')} |`

function printSection({ title, heads, rows }: Section): string {
  const filled = rows.map((cells) => [...cells, ...heads.slice(cells.length).map(() => '')])
  return [`### ${title}`, '', line(heads), line(heads.map(() => '---')), ...filled.map(line)].join('\n')
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const microseconds = (valueMs: number): string => `${Math.round(valueMs * 1000).toLocaleString('en')} µs`
export const bytes = (value: number): string => `${Math.round(value).toLocaleString('en')} B`
export const times = (value: number): string => `${value.toFixed(2)}×`
