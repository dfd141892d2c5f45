import type { ProblemCode } from '../../src/generated/resources.ts'
import type { Clock } from '../../src/transport/clock.ts'

/** A request that the fake service received. */
export interface Received {
  method: string
  url: URL
  headers: Record<string, string>
  body: unknown
}

/** Reaction of the service to one request: it returns a response, or throws like a failing network. */
export type Reaction = (received: Received, signal: AbortSignal) => Response | Promise<Response>

/**
 * Makes a `fetch` that uses the reactions in order, one for each request. The last reaction serves all further
 * requests.
 */
export function fakeService(...reactions: Reaction[]) {
  const received: Received[] = []
  const fetch = (async (input, init) => {
    const request: Received = {
      method: init!.method!,
      url: new URL(String(input)),
      headers: Object.fromEntries(new Headers(init!.headers)),
      body: typeof init!.body === 'string' ? JSON.parse(init!.body) : init!.body,
    }
    received.push(request)
    return reactions[Math.min(received.length, reactions.length) - 1]!(request, init!.signal!)
  }) as typeof globalThis.fetch
  return { fetch, received }
}

/**
 * Makes a clock whose `sleep` advances the time at once instead of waiting. `slept` has the milliseconds of each pause.
 */
export function fakeClock(random = 0.5) {
  const slept: number[] = []
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z')
  const clock: Clock = {
    now: () => nowMs,
    elapsedMs: () => nowMs,
    random: () => random,
    sleep: async (durationMs, signal) => {
      signal?.throwIfAborted()
      slept.push(durationMs)
      nowMs += durationMs
    },
  }
  return { clock, slept }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

// Bodies of successful responses, each with the member by which the client recognizes this kind of resource.
export const anIncident = (id: string) => ({ id, clientRequestId: id })
export const aComment = (id: string) => ({ id, relatedEntityId: id })
export const aFile = (id: string) => ({ id, sha256: 'd1935a' })

export const problem = (code: ProblemCode, status: number, headers: Record<string, string> = {}): Response =>
  json(
    { type: `urn:tocsin:problem:${code}`, title: code, status, detail: code, code, requestId: 'r-1', errors: [] },
    status,
    {
      'content-type': 'application/problem+json; charset=utf-8',
      ...headers,
    },
  )

export const offline = (): never => {
  throw new TypeError('fetch failed')
}

/** Never answers; rejects when the caller aborts the request. */
export const never: Reaction = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
