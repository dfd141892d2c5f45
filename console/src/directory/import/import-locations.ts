import type { LocationImportMessage, LocationImportReport } from '@tocsin/contract/location-import.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { callLines } from '../../api/call-lines.ts'
import { locationImportTexts } from '../../texts/location-import.ts'

/** How many of the file's lines are dealt with. */
export interface ImportProgress {
  done: number
  total: number
}

interface ImportOptions {
  onProgress: (progress: ImportProgress) => void
  signal: AbortSignal
}

/**
 * Imports Locations and Points from a CSV file. What was dealt with stays when it is aborted or fails half-way.
 * @throws ApiProblem; an aborted import throws the signal's reason.
 */
export async function importLocations(
  file: Blob,
  { onProgress, signal }: ImportOptions,
): Promise<LocationImportReport> {
  const sent = { body: file, contentType: 'text/csv', signal }
  try {
    for await (const message of callLines<LocationImportMessage>('/locations/import', sent)) {
      if ('problem' in message) {
        throw new ApiProblem(message.problem.detail, { ...message.problem, details: message.problem })
      }
      if ('report' in message) return message.report
      onProgress(message)
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiProblem) throw error
  }
  throw new ApiProblem(locationImportTexts.interrupted, { code: 'network', status: 0 })
}
