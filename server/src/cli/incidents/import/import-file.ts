import type { Progress } from '../../progress.ts'
import type { Source } from './find-source.ts'
import { readRows } from './read-rows.ts'
import { reportRefusedRows } from './refused-rows.ts'
import { countOfRows, type ImportReport } from './report.ts'
import { sendRows, type SendOptions } from './send-rows.ts'

export interface ImportOptions extends Omit<SendOptions, 'onRow'> {
  /** Path of the CSV file for the refused rows; undefined to write no such file. */
  refusedFile: string | undefined
  json: true | undefined
  progress: Progress
}

/**
 * Creates an incident from each row of a source, with a progress bar.
 * @param report updated after each row, so that its numbers are correct even if the import ends early.
 */
export async function importFile(source: Source, report: ImportReport, options: ImportOptions): Promise<void> {
  const { refusedFile, json, progress } = options
  const refusedRows = reportRefusedRows(refusedFile, json)
  const startedAtMs = performance.now()
  const elapsedSeconds = () => (performance.now() - startedAtMs) / 1000
  let share = 0
  progress.reach(0)
  try {
    await sendRows((signal) => readRows(source, signal), {
      ...options,
      onRow(result) {
        report.rows++
        report[result.outcome.kind]++
        refusedRows.add(result)
        share = Math.max(share, result.row.share ?? 0)
        progress.reach(share, remarkOf(report, share > 0 ? elapsedSeconds() * (1 / share - 1) : undefined))
      },
    })
  } finally {
    report.seconds = Number(elapsedSeconds().toFixed(3))
    progress.stop()
    await refusedRows.end()
  }
}

const remarkOf = ({ rows, refused }: ImportReport, secondsLeft: number | undefined): string =>
  [
    `, ${countOfRows(rows)}`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(secondsLeft === undefined ? [] : [`${Math.ceil(secondsLeft)} s left`]),
  ].join(', ')
