import type { Progress } from '../../progress.ts'
import { readRows } from './read-rows.ts'
import { reportRefusedRows } from './refused-rows.ts'
import { sendRows, type SendOptions } from './send-rows.ts'

/** What became of a file. */
export interface ImportReport {
  rows: number
  created: number
  /** Created by an earlier run. */
  alreadyThere: number
  /** Would be created; in a rehearsal only. */
  accepted: number
  refused: number
  seconds: number
}

export interface ImportOptions extends Omit<SendOptions, 'onRow'> {
  sizeBytes: number
  /** Where to write the refused rows. */
  refusedFile: string | undefined
  json: true | undefined
  progress: Progress
}

/** Creates an Incident of each row of a file, with a bar while it takes. */
export async function importFile(path: string, options: ImportOptions): Promise<ImportReport> {
  const { sizeBytes, refusedFile, json, progress } = options
  const report: ImportReport = { rows: 0, created: 0, alreadyThere: 0, accepted: 0, refused: 0, seconds: 0 }
  const refusedRows = reportRefusedRows(refusedFile, json)
  const startedAtMs = performance.now()
  const elapsedSeconds = () => (performance.now() - startedAtMs) / 1000
  let share = 0
  progress.reach(0)
  try {
    await sendRows(readRows(path, sizeBytes), {
      ...options,
      onRow(judged) {
        report.rows++
        report[judged.outcome.kind]++
        refusedRows.hear(judged)
        share = Math.max(share, judged.row.share)
        progress.reach(share, remarkOf(report, elapsedSeconds() * (1 / share - 1)))
      },
    })
  } finally {
    progress.stop()
    await refusedRows.end()
  }
  return { ...report, seconds: Number(elapsedSeconds().toFixed(3)) }
}

const remarkOf = ({ rows, refused }: ImportReport, secondsLeft: number): string =>
  `, ${rows} rows${refused > 0 ? `, ${refused} refused` : ''}, ${Math.ceil(secondsLeft)} s left`
