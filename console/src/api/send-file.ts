import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'
import { addressOf } from './call.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

interface SendOptions {
  headers?: Record<string, string>
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** Called when more of the answer has come, of which `responseText` is what has so far. */
  onAnswer?: (request: XMLHttpRequest) => void
  signal?: AbortSignal | undefined
}

/**
 * Posts what may rightly take minutes, and is given up only where nothing moves any more: through XMLHttpRequest, because
 * fetch cannot tell how much of a body has been sent.
 * @param path below `/api/console`.
 * @returns the request with its whole answer, whatever its status.
 * @throws ApiProblem where no answer comes; one that is aborted throws the signal's reason.
 */
export const sendFile = (
  path: string,
  body: Blob | FormData,
  { headers, onProgress, onAnswer, signal }: SendOptions,
): Promise<XMLHttpRequest> =>
  withTimeLimit(
    signal,
    (waiting, tellMoved) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', addressOf(path))
        const all = { accept: 'application/json', ...csrfHeaders(), ...headers }
        for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
        request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
          tellMoved()
          if (lengthComputable && total > 0) onProgress?.(loaded / total)
        })
        request.addEventListener('progress', () => {
          tellMoved()
          onAnswer?.(request)
        })
        request.addEventListener('load', () => resolve(request))
        request.addEventListener('error', () => {
          reject(new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 }))
        })
        request.addEventListener('abort', () => reject(waiting.reason))
        waiting.addEventListener('abort', () => request.abort())
        request.send(body)
      }),
  )
