import { inject } from 'vitest'
import { checkResponse, type RawResponse } from './check-response.ts'
import { serviceUrl } from './openapi-document.ts'
import { sendThroughClient } from './through-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** True if requests are sent through `@tocsin/client` wherever the client has a matching call. */
    throughClient: boolean
  }
}

const target = inject('target')
export const { baseUrl, apiKey, readOnlyApiKey } = target

/** Response that passed `checkResponse`. */
export interface ApiResponse<Body = unknown> extends RawResponse {
  /** Parsed body of a JSON response; undefined for other responses. */
  body: Body
}

export type Query = string | Record<string, string | number | readonly string[]>

export interface Sending {
  /** Query string without `?`, sent unchanged, or the query parameters by name. */
  query?: Query
  headers?: Record<string, string>
  /** Value to send as a JSON body. If undefined, `body` is sent. */
  json?: unknown
  /** Body to send unchanged, with the content type in `headers`. */
  body?: string | FormData | Uint8Array<ArrayBuffer>
}

type Read = <Body = unknown>(path: string, sending?: Sending) => Promise<ApiResponse<Body>>
type Write = <Body = unknown>(path: string, json?: unknown, sending?: Sending) => Promise<ApiResponse<Body>>

export interface Client {
  send<Body = unknown>(method: string, path: string, sending?: Sending): Promise<ApiResponse<Body>>
  get: Read
  post: Write
  patch: Write
  delete: Read
}

let throughClient = 0
export const callsThroughClient = (): number => throughClient

/**
 * Makes a client that sends the API key `key`, or no API key if `key` is undefined. Paths are relative to the base URL.
 */
export function clientWith(key: string | undefined): Client {
  const send = async <Body>(method: string, path: string, sending: Sending = {}) => {
    if (inject('throughClient') && key !== undefined) {
      const result = await sendThroughClient({ baseUrl, apiKey: key }, method, path, sending)
      if (result) {
        throughClient++
        const pathname = new URL(baseUrl).pathname + path
        return { ...validated<Body>(method, pathname, result.raw), body: result.body as Body }
      }
    }
    const { query, headers, json, body } = sending
    const url = new URL(`${baseUrl}${path}${queryText(query)}`)
    const response = await fetch(url, {
      method,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    })
    return validated<Body>(method, url.pathname, await rawResponse(response))
  }
  return {
    send,
    get: (path, sending) => send('GET', path, sending),
    post: (path, json, sending) => send('POST', path, { ...sending, json }),
    patch: (path, json, sending) => send('PATCH', path, { ...sending, json }),
    delete: (path, sending) => send('DELETE', path, sending),
  }
}

/** Client of the organization under test, with an API key that may read and write. */
export const integration = clientWith(apiKey)
/** Client of the organization under test, with an API key that may only read. */
export const reader = clientWith(readOnlyApiKey)
/** Client of another organization. */
export const foreignClient = clientWith(target.otherOrganizationApiKey)

/** Checks a response with `checkResponse` and parses its body. */
export function validated<Body = unknown>(method: string, pathname: string, response: RawResponse): ApiResponse<Body> {
  checkResponse(method, pathname.slice(new URL(serviceUrl).pathname.replace(/\/$/, '').length), response)
  const isJson = response.text !== '' && (response.headers.get('content-type')?.includes('json') ?? false)
  return { ...response, body: (isJson ? JSON.parse(response.text) : undefined) as Body }
}

const rawResponse = async (response: Response): Promise<RawResponse> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

function queryText(query: Query = {}): string {
  if (typeof query === 'string') return query && `?${query}`
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
