import { byteOrderMark, writeCsv } from '@tocsin/contract/csv/write.ts'
import type { RefusedLine } from '@tocsin/contract/console/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Writes the rejected lines as a CSV file with number and reason, without their content. */
export function refusedLinesCsv(refused: readonly RefusedLine[]): string {
  const { line, reason } = locationImportTexts.report
  return byteOrderMark + writeCsv([[line, reason], ...refused.map((each) => [each.line, each.message])])
}
