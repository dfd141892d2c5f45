import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { Agent, request, type Dispatcher } from 'undici'
import manifest from '../../../package.json' with { type: 'json' }
import type { WebhookSecret } from '../endpoints/secret.ts'
import { AddressNotAllowed, type AddressGuard } from './address-guard.ts'

/** Webhook to send to a receiver: an event as a signed POST request. */
export interface Webhook {
  url: string
  secrets: WebhookSecret[]
  /**
   * Id of the event. All attempts to deliver an event send the same id, so that the receiver can recognize an event
   * that it has received before.
   */
  id: string
  body: string
}

/** Outcome of one attempt to deliver a webhook. */
export interface Outcome {
  /** HTTP status of the receiver's response; null if there was no response. */
  status: number | null
  isDelivered: boolean
  /** Cause of the failure, as a sentence; null if the webhook was delivered. */
  error: string | null
  /** Beginning of the body of the receiver's response, at most 1 KiB. */
  answer: string
  durationMs: number
  /**
   * Time that the receiver asks the server to wait before the next attempt, in milliseconds; undefined if its response
   * has no `Retry-After`.
   */
  retryAfterMs: number | undefined
}

/** Maximum time from the start of an attempt until the receiver has answered. */
const responseMaximumMs = 15_000
const connectMaximumMs = 5_000
const responseMaximumBytes = 1_024

/** Sends webhooks to the addresses that the guard allows. Does not follow redirects. */
export class WebhookSender {
  readonly guard: AddressGuard
  readonly #agents: Record<string, Agent>

  constructor(guard: AddressGuard) {
    this.guard = guard
    this.#agents = Object.fromEntries(
      ['https:', 'http:'].map((protocol) => [
        protocol,
        new Agent({ connect: { lookup: guard.lookupFor(protocol), timeout: connectMaximumMs }, pipelining: 1 }),
      ]),
    )
  }

  /**
   * Makes one attempt to deliver an event.
   * @param signal aborts the attempt. This function then throws.
   */
  async send(webhook: Webhook, signal: AbortSignal): Promise<Outcome> {
    const startedAtMs = performance.now()
    const outcome = await this.#post(webhook, signal).catch((error: unknown): Omit<Outcome, 'durationMs'> => {
      signal.throwIfAborted()
      return { status: null, isDelivered: false, error: describeFailure(error), answer: '', retryAfterMs: undefined }
    })
    return { ...outcome, durationMs: Math.round(performance.now() - startedAtMs) }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()))
  }

  async #post({ url, secrets, id, body }: Webhook, signal: AbortSignal): Promise<Omit<Outcome, 'durationMs'>> {
    // Check the URL here too, because the agent checks an address only when it looks up a host name. A host that is an
    // IP address needs no look-up.
    const objection = this.guard.objectionTo(url)
    if (objection) throw new AddressNotAllowed(objection)
    const {
      statusCode,
      headers,
      body: responseBody,
    } = await request(url, {
      dispatcher: this.#agents[new URL(url).protocol]!,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `tocsin/${manifest.version}`,
        ...signatureHeaders({ secrets, id, body }),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(responseMaximumMs)]),
    })
    const isDelivered = statusCode >= 200 && statusCode < 300
    return {
      status: statusCode,
      isDelivered,
      error: isDelivered ? null : describeStatus(statusCode),
      answer: await readBeginning(responseBody),
      retryAfterMs: readRetryAfter(headers['retry-after']),
    }
  }
}

/**
 * Signs a webhook with every secret of its endpoint.
 * @see the specification of Standard Webhooks: `v1` is HMAC-SHA256, `v1a` is Ed25519
 */
function signatureHeaders({ secrets, id, body }: Pick<Webhook, 'secrets' | 'id' | 'body'>) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const content = `${id}.${timestamp}.${body}`
  const signatures = secrets.flatMap(({ hmacKey, signingKey }) => [
    `v1,${createHmac('sha256', hmacKey).update(content).digest('base64')}`,
    `v1a,${sign(null, Buffer.from(content), createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' })).toString('base64')}`,
  ])
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Reads the beginning of a response's body and discards the rest. Ignores an error while the body is being read. */
async function readBeginning(responseBody: Dispatcher.ResponseData['body']): Promise<string> {
  let text = Buffer.alloc(0)
  try {
    for await (const chunk of responseBody as AsyncIterable<Buffer>) {
      text = Buffer.concat([text, chunk])
      if (text.length >= responseMaximumBytes) break
    }
  } catch {
    // Ignore the error, because the status of the response alone decides if the webhook was delivered.
  }
  // Replace NUL characters, because PostgreSQL cannot store them in a text.
  return text.subarray(0, responseMaximumBytes).toString().replaceAll('\0', '�')
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}. Redirects are not followed.`
    : `The receiver answered ${status}.`

/** Describes in one sentence why an attempt got no response. */
function describeFailure(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  if (error instanceof AddressNotAllowed) return error.message
  if (name === 'TimeoutError') return `The receiver did not answer within ${responseMaximumMs / 1000} s.`
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `No connection was made within ${connectMaximumMs / 1000} s.`
  const known: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused.',
    ECONNRESET: 'The receiver closed the connection.',
    UND_ERR_SOCKET: 'The receiver closed the connection.',
    ENOTFOUND: 'The name of the host could not be resolved.',
    EAI_AGAIN: 'The name of the host could not be resolved.',
  }
  return known[code ?? ''] ?? `The request failed: ${code ?? message}.`
}

/** Reads the header `Retry-After`, which contains a number of seconds or a date. Returns milliseconds from now. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const afterMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(afterMs) && afterMs > 0 ? afterMs : undefined
}
