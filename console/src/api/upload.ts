import { readResponse } from './api-problem.ts'
import { warnBeforeUnload } from '../browser/warn-before-unload.ts'
import { sendFile } from './send-file.ts'

interface UploadOptions {
  /** Called with the fraction of the form sent so far, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Uploads a form with files. Call this function in a mutation, because `makeQueryClient` notices an ended session only
 * in queries and mutations. If the user closes the window during the upload, the browser asks for confirmation.
 * @param path URL path below `/api/console`.
 * @throws ApiProblem for the same reasons as `call`. An aborted upload throws the reason of its abort signal.
 */
export async function upload<Result>(path: string, form: FormData, options: UploadOptions = {}): Promise<Result> {
  const response = await warnBeforeUnload(sendFile(path, form, options))
  return readResponse<Result>(response.status, response.responseText, (name) => response.getResponseHeader(name))
}
