import type { Fetch, FetchAnswer, FetchRequest } from '../../../../client/src/client.ts'
import { Agent, EnvHttpProxyAgent, interceptors, type Dispatcher } from 'undici'
import { WrongSettings } from '../../wrong-settings.ts'
import { WaitNotice } from '../../wait-notice.ts'
import { announceWait } from '../announce-wait.ts'

/**
 * Makes the `fetch` function of all commands that use the API. This function reuses connections, one for each
 * simultaneous request, and sends requests through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. It writes a
 * message while the server does not respond.
 *
 * The function calls undici's `request`, because Node's own `fetch` takes a seventh more processor time in an import.
 * @throws WrongSettings when the URL of the proxy is not valid.
 * @see docs/decisions/0016-send-commands-with-undici.md
 */
export function makeFetch(baseUrl: string): Fetch {
  const { origin, hostname, host } = new URL(baseUrl)
  const dispatcher = makeDispatcher(hostname)
  const wait = new WaitNotice((reason) => announceWait(`a response from ${host}`, reason))
  return async (url, request) => {
    const outgoing = { origin, path: url.slice(origin.length), ...request }
    // A request with `Prefer: wait` normally takes long, because the server waits for an event. Announce the wait only
    // after such a request has failed.
    const waitsForEvent = outgoing.headers.get('prefer')?.startsWith('wait=')
    const end = (failure: string | undefined) => {
      if (waitsForEvent) wait.start()
      if (failure === undefined) wait.finish()
      else wait.fail(failure)
    }
    if (!waitsForEvent) wait.start()
    try {
      const response = await send(dispatcher, outgoing)
      end(objectionTo(response))
      return response
    } catch (error) {
      end(textOf(error))
      throw error
    }
  }
}

/**
 * Returns the reason to send a request again; undefined if there is none. The reasons are a server error, and a response
 * that does not come from the API, such as the sign-in page of a proxy.
 */
function objectionTo({ status, headers }: FetchAnswer): string | undefined {
  if (status >= 500 || (status >= 300 && status < 400)) return `it answered ${status}`
  const contentType = headers.get('content-type') ?? 'json'
  return status === 200 && !contentType.includes('json')
    ? `it answered with ${contentType} and not with JSON`
    : undefined
}

function makeDispatcher(hostname: string): Dispatcher {
  // Decompress all responses, including problems, because some gateways compress them without being asked.
  const decompress = interceptors.decompress({ skipErrorResponses: false })
  // Use no proxy for a loopback address, because a proxy on another machine cannot reach it.
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  try {
    return (isLoopback ? new Agent() : new EnvHttpProxyAgent()).compose(decompress)
  } catch (error) {
    // Leave the URL of the proxy out of the message, because it may contain a password.
    throw new WrongSettings('HTTP_PROXY and HTTPS_PROXY must be addresses, such as http://proxy.example.com:3128.', {
      cause: error,
    })
  }
}

interface Outgoing extends FetchRequest {
  origin: string
  path: string
}

/** Sends a request and reads the whole response. */
async function send(dispatcher: Dispatcher, { method, body, ...outgoing }: Outgoing): Promise<FetchAnswer> {
  const { statusCode, headers, ...response } = await dispatcher.request({
    ...outgoing,
    method: method as Dispatcher.HttpMethod,
    // The body is text, because no command sends a file through the API.
    body: body as string | null,
  })
  const text = await response.body.text()
  return {
    status: statusCode,
    headers: { get: (name) => valueOf(headers[name.toLowerCase()]) },
    text: async () => text,
  }
}

const valueOf = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? value.join(', ') : (value ?? null)

/**
 * Returns the message of an error. Joins the messages of an AggregateError, which has one error for each IP address of
 * a host.
 */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
