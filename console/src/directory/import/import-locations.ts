import type { LocationImportMessage, LocationImportReport } from '@tocsin/contract/console/location-import.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { callLines } from '../../api/call-lines.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** Progress of an import: `done` of `total` lines are processed. */
export type ImportProgress = Extract<LocationImportMessage, { done: number }>

interface ImportOptions {
  onProgress: (progress: ImportProgress) => void
  signal: AbortSignal
}

/**
 * Imports locations and points from a CSV file. If the import fails or is aborted, the locations and points imported
 * until then stay stored.
 * @throws ApiProblem if the import fails; the reason of `signal` if the import is aborted.
 */
export async function importLocations(
  file: Blob,
  { onProgress, signal }: ImportOptions,
): Promise<LocationImportReport> {
  let last: LocationImportMessage | undefined
  const onLine = (message: LocationImportMessage) => {
    last = message
    if ('done' in message) onProgress(message)
  }
  try {
    await callLines('/locations/import', file, { contentType: 'text/csv', onLine, signal })
  } catch (error) {
    if (signal.aborted || !last) throw error
  }
  if (last && 'report' in last) return last.report
  if (last && 'problem' in last) throw new ApiProblem(last.problem.detail, { ...last.problem, details: last.problem })
  throw new ApiProblem(locationImportTexts.interrupted, { code: 'network', status: 0 })
}
