import { byteOrderMark, writeCsv } from '@tocsin/contract/csv/write.ts'
import type { RejectedLine } from '@tocsin/contract/console/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Returns a CSV file that lists the number of each rejected line and the reason, but not the content of the line. */
export function rejectedLinesCsv(rejected: readonly RejectedLine[]): string {
  const { line, reason } = locationImportTexts.report
  return byteOrderMark + writeCsv([[line, reason], ...rejected.map((each) => [each.line, each.message])])
}
