import { frameTexts } from '../texts/frame.ts'
import { ApiProblem, readResponse } from './api-problem.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

/** Value of one query parameter. An array repeats the parameter for each item; undefined omits the parameter. */
export type QueryValue = string | number | boolean | readonly string[] | undefined

interface CallOptions {
  query?: Readonly<Record<string, QueryValue>>
  /** Request body, sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Calls one operation of the console's own API.
 * @param path URL path below `/api/console`. The caller encodes variable parts with `encodeURIComponent`.
 * @returns the parsed response body; undefined if the body is empty.
 * @throws ApiProblem for every status except 2xx, and if no response comes in time. An aborted call throws the reason
 *   of its abort signal.
 */
export async function call<Result = void>(
  method: Method,
  path: string,
  { query, body, headers, signal }: CallOptions = {},
): Promise<Result> {
  const init = {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && csrfHeaders()),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return withTimeLimit(signal, async (limited) => {
    const response = await fetchOnce(addressOf(path, query), { ...init, signal: limited })
    const { status, headers: responseHeaders } = response
    const text = await orNetworkProblem(response.text(), limited)
    return readResponse<Result>(status, text, (name) => responseHeaders.get(name))
  })
}

/** Returns the URL of an API operation, for links and event sources. `query` has the same meaning as in `call`. */
export function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return `/api/console${path}${text && `?${text}`}`
}

/**
 * Sends one request without retries. Returns the response even if its status reports an error.
 * @throws ApiProblem `network` if no response comes. An aborted request throws the reason of its abort signal.
 */
export const fetchOnce = (address: string, init: RequestInit): Promise<Response> =>
  orNetworkProblem(fetch(address, { ...init, credentials: 'same-origin' }), init.signal)

/** Converts the failure of a request, or of reading a response body, into an ApiProblem with the code `network`. */
export async function orNetworkProblem<Result>(
  response: Promise<Result>,
  signal: AbortSignal | null | undefined,
): Promise<Result> {
  try {
    return await response
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
  }
}
