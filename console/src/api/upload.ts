import { frameTexts } from '../texts/frame.ts'
import { ApiProblem, readAnswer } from './api-problem.ts'
import { addressOf } from './call.ts'
import { csrfHeaders } from './csrf-token.ts'
import { holdWindow } from './hold-window.ts'

interface UploadOptions {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Sends a form with files, through XMLHttpRequest: fetch cannot report the progress of an upload. Call it in a
 * mutation, so that a refusal because of the session is noticed. Closing the window during it needs confirmation.
 * @param path below `/api/console`.
 * @throws ApiProblem as `call` does; an aborted upload throws the signal's reason.
 */
export async function upload<Answer>(path: string, form: FormData, options: UploadOptions = {}): Promise<Answer> {
  const answered = await holdWindow(send(path, form, options))
  return readAnswer<Answer>(answered.status, answered.responseText, (name) => answered.getResponseHeader(name))
}

const send = (path: string, form: FormData, { onProgress, signal, headers }: UploadOptions): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(path))
    request.setRequestHeader('accept', 'application/json')
    for (const [name, value] of Object.entries({ ...csrfHeaders(), ...headers })) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => {
      reject(new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 }))
    })
    request.addEventListener('abort', () => reject(signal?.reason))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
