import { frameTexts } from '../texts/frame.ts'
import { ApiProblem, readAnswer } from './api-problem.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

/** Values of one query parameter; an array repeats it, undefined leaves it out. */
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
 * @param path below `/api/console`, its variable parts through `encodeURIComponent`.
 * @returns the body; undefined where the answer has none.
 * @throws ApiProblem for every answer but 2xx, and for none in time; an aborted call throws the signal's reason.
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
  return withTimeLimit(signal, async (waiting) => {
    const response = await reach(addressOf(path, query), { ...init, signal: waiting })
    const { status, headers: answered } = response
    const text = await arrival(response.text(), waiting)
    return readAnswer<Answer>(status, text, (name) => answered.get(name))
  })
}

/** The address of an operation, for links and event sources; `query` as for `call`. */
export function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return `/api/console${path}${text && `?${text}`}`
}

/** Asks once, whatever comes. @throws ApiProblem where nothing does; an aborted call throws the signal's reason. */
export const reach = (address: string, init: RequestInit): Promise<Response> =>
  arrival(fetch(address, { ...init, credentials: 'same-origin' }), init.signal)

/** Waits for an answer, or for the rest of it. */
async function arrival<Answer>(answer: Promise<Answer>, signal: AbortSignal | null | undefined): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
  }
}
