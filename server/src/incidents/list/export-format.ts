import type { CsvSeparator } from '@tocsin/contract/csv/separator.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { RawQuery } from '../../http/addresses/query-string.ts'
import { Problem, violationOfParameter } from '../../problem.ts'

export interface ExportFormat {
  separator: CsvSeparator
  /** Priorities as codes of the API, such as `MINOR`, or as names, such as `Minor`. */
  priorities: 'codes' | 'names'
}

const separators = new Map<unknown, CsvSeparator>([
  [undefined, ','],
  ['comma', ','],
  ['semicolon', ';'],
])

const priorityForms = new Map<unknown, ExportFormat['priorities']>([
  [undefined, 'codes'],
  ['codes', 'codes'],
  ['names', 'names'],
])

/**
 * Reads the parameters `separator` and `priorities` of an export.
 * @returns the format of the file, and the other parameters.
 * @throws Problem `invalid_request` if `separator` or `priorities` has a value that is not allowed.
 */
export function readExportFormat({ separator: separatorName, priorities: priorityForm, ...others }: RawQuery) {
  const separator = separators.get(separatorName)
  const priorities = priorityForms.get(priorityForm)
  const violations: Violation[] = []
  const report = (parameter: string, message: string) =>
    violations.push(violationOfParameter(parameter, 'invalid_value', message))
  if (!separator) report('separator', 'separator must be comma or semicolon.')
  if (!priorities) report('priorities', 'priorities must be codes or names.')
  if (!separator || !priorities) throw new Problem('invalid_request', { violations })
  const format: ExportFormat = { separator, priorities }
  return { format, others }
}
