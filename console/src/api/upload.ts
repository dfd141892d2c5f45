import { readAnswer } from './api-problem.ts'
import { warnBeforeUnload } from '../browser/warn-before-unload.ts'
import { sendFile } from './send-file.ts'

interface UploadOptions {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Sends a form with files. Call it in a mutation, so that a refusal because of the session is noticed. Closing the window
 * during it needs confirmation.
 * @param path below `/api/console`.
 * @throws ApiProblem as `call` does; an aborted upload throws the signal's reason.
 */
export async function upload<Answer>(path: string, form: FormData, options: UploadOptions = {}): Promise<Answer> {
  const answered = await warnBeforeUnload(sendFile(path, form, options))
  return readAnswer<Answer>(answered.status, answered.responseText, (name) => answered.getResponseHeader(name))
}
