import { inject } from 'vitest'
import { checkAnswer, type RawAnswer } from './check-answer.ts'
import { serviceUrl } from './openapi-document.ts'
import { sendThroughClient } from './through-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** True if requests go through the SDK wherever it has a call for them. */
    throughClient: boolean
  }
}

const target = inject('target')
export const { baseUrl, apiKey, readOnlyApiKey } = target

/** An answer that kept the promises which hold for every answer. */
export interface Answer<Body = unknown> extends RawAnswer {
  /** Parsed, where it is JSON; else undefined. */
  body: Body
}

export type Query = string | Record<string, string | number | readonly string[]>

export interface Sending {
  /** A string is sent as it is. */
  query?: Query
  headers?: Record<string, string>
  /** Sent as JSON; undefined: no body. */
  json?: unknown
  /** Sent as it is, with the content type that `headers` names. */
  body?: string | FormData | Uint8Array<ArrayBuffer>
}

type Read = <Body = unknown>(path: string, sending?: Sending) => Promise<Answer<Body>>
type Write = <Body = unknown>(path: string, json?: unknown, sending?: Sending) => Promise<Answer<Body>>

export interface Client {
  send<Body = unknown>(method: string, path: string, sending?: Sending): Promise<Answer<Body>>
  get: Read
  post: Write
  patch: Write
  delete: Read
}

let throughClient = 0
export const callsThroughClient = (): number => throughClient

/** A caller with this key, or without any. Paths are relative to the base URL. */
export function clientWith(key: string | undefined): Client {
  const send = async <Body>(method: string, path: string, sending: Sending = {}) => {
    if (inject('throughClient') && key !== undefined) {
      const answer = await sendThroughClient({ baseUrl, apiKey: key }, method, path, sending)
      if (answer) {
        throughClient++
        const pathname = new URL(baseUrl).pathname + path
        return { ...validated<Body>(method, pathname, answer.raw), body: answer.body as Body }
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
    return validated<Body>(method, url.pathname, await rawAnswer(response))
  }
  return {
    send,
    get: (path, sending) => send('GET', path, sending),
    post: (path, json, sending) => send('POST', path, { ...sending, json }),
    patch: (path, json, sending) => send('PATCH', path, { ...sending, json }),
    delete: (path, sending) => send('DELETE', path, sending),
  }
}

/** An integration of the organization, with a key that may read and write. */
export const integration = clientWith(apiKey)
/** One that may only read. */
export const reader = clientWith(readOnlyApiKey)
/** An integration of another organization. */
export const stranger = clientWith(target.otherOrganizationApiKey)

/** Checks an answer however it was received, and parses it. */
export function validated<Body = unknown>(method: string, pathname: string, answer: RawAnswer): Answer<Body> {
  checkAnswer(method, pathname.slice(new URL(serviceUrl).pathname.replace(/\/$/, '').length), answer)
  const isJson = answer.text !== '' && (answer.headers.get('content-type')?.includes('json') ?? false)
  return { ...answer, body: (isJson ? JSON.parse(answer.text) : undefined) as Body }
}

const rawAnswer = async (response: Response): Promise<RawAnswer> => ({
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
