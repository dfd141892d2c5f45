import type { RefusedLine } from '@tocsin/contract/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** The refused lines as a CSV file: number and reason, nothing of what stands in them. */
export function refusedLinesCsv(refused: readonly RefusedLine[]): string {
  const { line, reason } = locationImportTexts.report
  const rows = [[line, reason], ...refused.map((each) => [String(each.line), each.message])]
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`
