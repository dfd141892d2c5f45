import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'

export interface ApiResponse<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface CallOptions {
  /** Request body: a `FormData` is sent as multipart/form-data, any other value as JSON. Undefined for no body. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request to a path of an API, or to an absolute URL. `Body` is the type of the expected response body. */
export type Call = <Body = ProblemDetails>(
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<ApiResponse<Body>>

/**
 * Makes a function that sends requests to paths below `api` (`https://…/api/v1`). Every request has the headers
 * `always`; a call can add more headers.
 */
export const callerOf =
  (api: string, always: Record<string, string>): Call =>
  async <Body>(method: string, path: string, { body, headers }: CallOptions = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(path.startsWith('/') ? `${api}${path}` : path, {
      method,
      headers: { ...always, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    }
  }

/** Makes a function that sends requests to paths of the external API of the server at `url`, with the API key `key`. */
export const apiCallerOf = (url: string, key: string): Call => callerOf(`${url}/api/v1`, { 'x-api-key': key })
