import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'
import { addressOf } from './call.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

interface SendOptions {
  headers?: Record<string, string>
  /** Called with the fraction of the request body sent so far, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** Called each time another part of the response has arrived. `request.responseText` contains all parts so far. */
  onResponsePart?: (request: XMLHttpRequest) => void
  signal?: AbortSignal | undefined
}

/**
 * Sends a POST request whose upload may take minutes. The request is aborted only after one minute without progress.
 * Uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
 * @param path URL path below `/api/console`.
 * @returns the finished request with the complete response, whatever its status.
 * @throws ApiProblem if no response comes or a file cannot be read. An aborted request throws the reason of its abort
 *   signal.
 */
export const sendFile = (
  path: string,
  body: Blob | FormData,
  { headers, onProgress, onResponsePart, signal }: SendOptions,
): Promise<XMLHttpRequest> =>
  withTimeLimit(
    signal,
    (limited, restart) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', addressOf(path))
        const all = { accept: 'application/json', ...csrfHeaders(), ...headers }
        for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
        request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
          restart()
          if (lengthComputable && total > 0) onProgress?.(loaded / total)
        })
        request.addEventListener('progress', () => {
          restart()
          onResponsePart?.(request)
        })
        request.addEventListener('load', () => resolve(request))
        request.addEventListener('error', () => void causeOf(body).then(reject))
        request.addEventListener('abort', () => reject(limited.reason))
        limited.addEventListener('abort', () => request.abort())
        request.send(body)
      }),
  )

/**
 * Returns the problem of a request that got no response. Browsers report an unreadable file like a lost connection, so
 * this function tries to read each file.
 */
async function causeOf(body: Blob | FormData): Promise<ApiProblem> {
  const parts = body instanceof FormData ? [...body.values()] : [body]
  for (const file of parts.filter((part) => part instanceof File))
    if (!(await isReadable(file)))
      return new ApiProblem(frameTexts.problem.fileUnreadable(file.name), { code: 'file_unreadable', status: 0 })
  return new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
