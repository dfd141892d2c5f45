import type { LocationImportMessage, LocationImportReport } from '@tocsin/contract/location-import.ts'
import { ApiProblem, readProblem } from '../../api/api-problem.ts'
import { addressOf } from '../../api/call.ts'
import { csrfHeaders } from '../../api/csrf-token.ts'
import { frameTexts } from '../../texts/frame.ts'
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
  const response = await send(file, signal)
  try {
    for await (const message of messagesOf(response.body!)) {
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

/** Not through `call`, which reads an answer only when it is whole. */
async function send(file: Blob, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(addressOf('/locations/import'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv', accept: 'application/x-ndjson, application/json', ...csrfHeaders() },
      body: file,
      credentials: 'same-origin',
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
  }
  if (!response.ok) throw readProblem(response.status, await response.text(), (name) => response.headers.get(name))
  return response
}

async function* messagesOf(body: ReadableStream<BufferSource>): AsyncGenerator<LocationImportMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as LocationImportMessage
  }
}
