import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface CallOptions {
  /** A form, or what is sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Calls one path of an API, or a whole address; `Body` is what the test expects to get. */
export type Call = <Body = ProblemDetails>(method: string, path: string, options?: CallOptions) => Promise<Answer<Body>>

/** Calls paths below `api` (`https://…/api/v1`) with these headers, and whatever each call has besides. */
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
