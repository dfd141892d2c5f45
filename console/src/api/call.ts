import { frameTexts } from '../texts/frame.ts'
import { ApiProblem, readAnswer } from './api-problem.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

/** Value of one query parameter. An array repeats the parameter, undefined omits it. */
export type QueryValue = string | number | boolean | readonly string[] | undefined

interface CallOptions {
  query?: Readonly<Record<string, QueryValue>>
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Calls one operation of the console's own API.
 * @param path below `/api/console`, with its variable parts encoded by `encodeURIComponent`.
 * @returns the parsed body; undefined for an empty one.
 * @throws ApiProblem for every status except 2xx and if no response comes in time. An aborted call throws the signal's
 *   reason.
 */
export async function call<Answer = void>(
  method: Method,
  path: string,
  { query, body, headers, signal }: CallOptions = {},
): Promise<Answer> {
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
    return readAnswer<Answer>(status, text, (name) => responseHeaders.get(name))
  })
}

/** Returns the address of an operation, for links and event sources. `query` works as in `call`. */
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
 * Fetches an address once and returns any response.
 * @throws ApiProblem if none comes. An aborted call throws the signal's reason.
 */
export const fetchOnce = (address: string, init: RequestInit): Promise<Response> =>
  orNetworkProblem(fetch(address, { ...init, credentials: 'same-origin' }), init.signal)

/** Turns a failed fetch or a broken body into a `network` problem. */
async function orNetworkProblem<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal | null | undefined,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
  }
}
