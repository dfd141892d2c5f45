import type { RefusedLine } from '@tocsin/contract/location-import.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Why a line was not taken; a reason that this console does not know is told in the server's words. */
export const reasonOf = ({ code, message }: RefusedLine): string =>
  (locationImportTexts.refusals as Partial<Record<string, string>>)[code] ?? message

/** The refused lines as a CSV file: number and reason, nothing of what stands in them. */
export function refusedLinesCsv(refused: readonly RefusedLine[]): string {
  const { line, reason } = locationImportTexts.report
  const rows = [[line, reason], ...refused.map((each) => [String(each.line), reasonOf(each)])]
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`
