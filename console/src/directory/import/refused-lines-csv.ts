import { byteOrderMark, writeCsv } from '@tocsin/contract/csv/write.ts'
import type { RefusedLine } from '@tocsin/contract/console/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Writes the refused lines as a CSV file: number and reason, nothing of their content. */
export function refusedLinesCsv(refused: readonly RefusedLine[]): string {
  const { line, reason } = locationImportTexts.report
  return byteOrderMark + writeCsv([[line, reason], ...refused.map((each) => [each.line, each.message])])
}
