import { cpus, totalmem } from 'node:os'

/** One row of the table. */
export interface Row {
  what: string
  value: string
  /** `value` against its reference in the same run. */
  ratio?: string | undefined
  reference?: string | undefined
}

export interface Section {
  title: string
  rows: Row[]
}

export interface Report {
  measuredAt: string
  machine: string
  sections: Section[]
}

export const describeMachine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`

export const printMarkdown = ({ measuredAt, machine, sections }: Report): string =>
  [
    `Measured ${measuredAt} on ${machine}.`,
    ...sections.map(({ title, rows }) =>
      [
        `### ${title}`,
        '',
        '| what | measured | ratio | reference in the same run |',
        '| --- | --- | --- | --- |',
        ...rows.map(
          ({ what, value, ratio = '', reference = '' }) => `| ${what} | ${value} | ${ratio} | ${reference} |`,
        ),
      ].join('\n'),
    ),
  ].join('\n\n')

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const times = (value: number): string => `${value.toFixed(2)}×`
