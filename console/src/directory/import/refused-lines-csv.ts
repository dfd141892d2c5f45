import { byteOrderMark, writeCsv } from '@tocsin/contract/csv/write.ts'
import type { RefusedLine } from '@tocsin/contract/console/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Returns a CSV file that lists the number of each rejected line and the reason, but not the content of the line. */
export function refusedLinesCsv(refused: readonly RefusedLine[]): string {
  const { line, reason } = locationImportTexts.report
  return byteOrderMark + writeCsv([[line, reason], ...refused.map((each) => [each.line, each.message])])
}
