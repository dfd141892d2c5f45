import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { IssuedWebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { afterAll } from 'vitest'
import { issueKey } from '../../src/identity/keys/issue.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { apiCallerOf, type Call } from './caller.ts'
import { listen } from './listen.ts'

/** Setting that lets a server deliver webhooks to receivers on this machine. */
export const localReceivers = { WEBHOOK_NETWORKS: '127.0.0.0/8' }

/** Request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  event: FeedEvent
}

type Respond = (received: Received, response: ServerResponse) => void

const accept: Respond = (_, response) => void response.writeHead(204).end()

/** Starts a receiver of webhooks on this machine, which answers 204 until `answerWith` sets another response. */
export async function startReceiver() {
  const received: Received[] = []
  let respond = accept
  const { url, close } = await listen(async (request, response) => {
    const body = await text(request)
    const one = { headers: request.headers, body, event: JSON.parse(body) as FeedEvent }
    received.push(one)
    respond(one, response)
  })
  afterAll(close)
  return {
    url: `${url}/hook`,
    received,
    /** Events received, in the order of arrival. */
    get events(): FeedEvent[] {
      return received.map(({ event }) => event)
    },
    answerWith(next: Respond = accept) {
      respond = next
    },
  }
}

/** Returns a function that calls the API with an API key that has the scope `webhooks`. */
export async function callerForWebhooks(server: { url: string }, scope: OrganizationScope): Promise<Call> {
  const { key } = await issueKey(scope, { name: 'webhooks', scopes: ['webhooks'] })
  return apiCallerOf(server.url, key)
}

/** Creates a webhook endpoint. */
export async function newEndpoint(call: Call, body: { url: string; kinds?: string[] }): Promise<IssuedWebhookEndpoint> {
  const response = await call<IssuedWebhookEndpoint>('POST', '/webhook-endpoints', { body })
  if (response.status !== 201) throw new Error(`the creation of an endpoint answered ${JSON.stringify(response.body)}`)
  return response.body
}
