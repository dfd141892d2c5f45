import { readAnswer } from './api-problem.ts'
import { warnBeforeUnload } from '../browser/warn-before-unload.ts'
import { sendFile } from './send-file.ts'

interface UploadOptions {
  /** Called with the share of the form sent so far, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Sends a form with files. Call it in a mutation, so that `makeQueryClient` notices an ended session. The browser asks before
 * the window is closed during an upload.
 * @param path below `/api/console`.
 * @throws ApiProblem like `call`. An aborted upload throws the signal's reason.
 */
export async function upload<Answer>(path: string, form: FormData, options: UploadOptions = {}): Promise<Answer> {
  const response = await warnBeforeUnload(sendFile(path, form, options))
  return readAnswer<Answer>(response.status, response.responseText, (name) => response.getResponseHeader(name))
}
