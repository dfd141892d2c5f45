import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { pick, type Random } from './random.ts'
import type { ChaosServer } from './server.ts'

export interface WriteRequest {
  method: string
  /** Path below `/api/v1`. */
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface WriteResponse<Body> {
  status: number
  body: Body
  isReplay: boolean
  attempts: number
}

/** Time after which a caller repeats a request that has no response, as docs/integrating.md advises. */
const timeoutMs = 15_000

export interface Sender {
  servers: ChaosServer[]
  apiKey: string
  ledger: Ledger
  random: Random
  /** Aborted when the run takes too long. */
  signal: AbortSignal
}

/**
 * Sends a write to a random server. Repeats it unchanged, at other servers too, until a response reports the outcome.
 * @throws the reason of the signal if the run takes too long.
 */
export async function send<Body>(sender: Sender, request: WriteRequest): Promise<WriteResponse<Body>> {
  const { servers, ledger, random, signal } = sender
  for (let attempts = 1; ; attempts++) {
    signal.throwIfAborted()
    const { url } = pick(random, servers)
    const response = url === undefined ? undefined : await tryOnce<Body>(url, sender, request).catch(() => undefined)
    if (url !== undefined) ledger.count(response?.status ?? 0)
    if (response && response.status < 500) {
      if (response.isReplay) ledger.replays++
      return { ...response, attempts }
    }
    ledger.retries++
    await wait(50 + 200 * random())
  }
}

async function tryOnce<Body>(url: string, { apiKey }: Sender, { method, path, headers, body }: WriteRequest) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  }
}
