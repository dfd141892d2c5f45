import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { BatchResults } from '@tocsin/contract/api/incident-batch.ts'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { Call } from './caller.ts'
import { createComment } from './comments.ts'
import { newIncident } from './harness.ts'

/** Response to a write with an Idempotency-Key. */
interface KeyedResponse {
  status: number
  isReplay: boolean
  body: Partial<ProblemDetails> & { id?: string }
}

/**
 * A write operation on a resource that no other operation uses. `send` can repeat the write with any Idempotency-Key.
 */
interface KeyedWrite {
  send: (key: string) => Promise<KeyedResponse>
  /** Sends the write with another body; undefined for an operation without a body. */
  sendOther?: (key: string) => Promise<KeyedResponse>
  /** Id of the changed or deleted resource; undefined for a creation. */
  resourceId?: string
}

interface KeyedOperation {
  /** Creates what the write needs, for example an incident to comment on, and returns the write. */
  prepare: (call: Call) => Promise<KeyedWrite>
  /** Status of a successful response. */
  status: number
  /** Field of the problem `idempotency_key_reused` that has the id of the resource. */
  field: 'incidentId' | 'commentId' | 'mediaId' | 'endpointId'
}

async function send(call: Call, key: string, method: string, path: string, body?: unknown): Promise<KeyedResponse> {
  const response = await call<ProblemDetails>(method, path, { body, headers: { 'idempotency-key': key } })
  return {
    status: response.status,
    isReplay: response.headers.get('idempotent-replayed') === 'true',
    body: response.body,
  }
}

const fileOf = (contents: string): FormData => {
  const form = new FormData()
  form.append('file', new Blob([contents]), 'log.txt')
  return form
}

const newComment = async (call: Call): Promise<Comment> =>
  (await createComment(call, { relatedEntityId: (await newIncident(call)).id })).body

/**
 * Sends a change of an incident as a batch with one item, and returns the result of the item in the form of a response.
 */
async function sendInBatch(call: Call, key: string, id: string, name: string): Promise<KeyedResponse> {
  const body = { items: [{ patch: { id, idempotencyKey: key, body: { name } } }] }
  const { results } = (await call<BatchResults>('POST', '/incidents/batch', { body })).body
  const { status, isReplay, problem } = results[0]!
  return { status, isReplay, body: problem ?? { id } }
}

const endpoint = { url: 'https://example.com/hook' }

/**
 * Makes an operation on a new webhook endpoint. Leaves the progress of the endpoint out of the responses, because
 * deliveries change it.
 */
const onEndpoint = (
  status: number,
  method: string,
  path: string,
  bodyOf?: (created: WebhookEndpoint) => object,
): KeyedOperation => ({
  status,
  field: 'endpointId',
  prepare: async (call) => {
    const { body: created } = await call<WebhookEndpoint>('POST', '/webhook-endpoints', { body: endpoint })
    const { id: resourceId } = created
    return {
      resourceId,
      send: (key) => sendForEndpoint(call, key, method, `/webhook-endpoints/${resourceId}${path}`, bodyOf?.(created)),
    }
  },
})

async function sendForEndpoint(...request: Parameters<typeof send>): Promise<KeyedResponse> {
  const { body, ...response } = await send(...request)
  const { eventsBehind: _eventsBehind, position: _position, ...rest } = (body ?? {}) as Partial<WebhookEndpoint>
  return { ...response, body: rest as KeyedResponse['body'] }
}

/**
 * Every operation of the external API that accepts an Idempotency-Key, and the change of an incident in a batch. The
 * operation that skips a webhook event is missing, because it needs a failed delivery.
 */
export const keyedOperations: Record<string, KeyedOperation> = {
  'create-comment': {
    status: 201,
    field: 'commentId',
    prepare: async (call) => {
      const { id: relatedEntityId } = await newIncident(call)
      const add = (key: string, message: string) =>
        send(call, key, 'POST', '/comments/by-entity-type/incident', { relatedEntityId, message })
      return { send: (key) => add(key, 'Seen'), sendOther: (key) => add(key, 'Gone') }
    },
  },
  'update-comment': {
    status: 200,
    field: 'commentId',
    prepare: async (call) => {
      const { id } = await newComment(call)
      const update = (key: string, message: string) => send(call, key, 'PATCH', `/comments/${id}`, { message })
      return { send: (key) => update(key, 'Seen'), sendOther: (key) => update(key, 'Gone'), resourceId: id }
    },
  },
  'delete-comment': {
    status: 204,
    field: 'commentId',
    prepare: async (call) => {
      const { id } = await newComment(call)
      return { send: (key) => send(call, key, 'DELETE', `/comments/${id}`), resourceId: id }
    },
  },
  'attach-incident-media': {
    status: 201,
    field: 'mediaId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      const attach = (key: string, contents: string) =>
        send(call, key, 'POST', `/incidents/${id}/media`, fileOf(contents))
      return { send: (key) => attach(key, '-11 °C'), sendOther: (key) => attach(key, '-18 °C') }
    },
  },
  'delete-incident-media': {
    status: 204,
    field: 'mediaId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      const { body: media } = await call<Media>('POST', `/incidents/${id}/media`, { body: fileOf('-11 °C') })
      return {
        send: (key) => send(call, key, 'DELETE', `/incidents/${id}/media/${media.id}`),
        resourceId: media.id,
      }
    },
  },
  'update-incident': {
    status: 200,
    field: 'incidentId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      const update = (key: string, name: string) => send(call, key, 'PATCH', `/incidents/${id}`, { name })
      return { send: (key) => update(key, 'Spill'), sendOther: (key) => update(key, 'Leak'), resourceId: id }
    },
  },
  'delete-incident': {
    status: 204,
    field: 'incidentId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      return { send: (key) => send(call, key, 'DELETE', `/incidents/${id}`), resourceId: id }
    },
  },
  'restore-incident': {
    status: 200,
    field: 'incidentId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      await call('DELETE', `/incidents/${id}`)
      return { send: (key) => send(call, key, 'POST', `/incidents/${id}/restore`), resourceId: id }
    },
  },
  'create-webhook-endpoint': {
    status: 201,
    field: 'endpointId',
    prepare: async (call) => {
      const body = { ...endpoint, description: randomUUID() }
      return { send: (key) => sendForEndpoint(call, key, 'POST', '/webhook-endpoints', body) }
    },
  },
  'update-webhook-endpoint': onEndpoint(200, 'PATCH', '', () => ({ description: 'Other' })),
  'delete-webhook-endpoint': onEndpoint(204, 'DELETE', ''),
  'rotate-webhook-secret': onEndpoint(200, 'POST', '/rotate-secret'),
  'pause-webhook-endpoint': onEndpoint(200, 'POST', '/pause'),
  'resume-webhook-endpoint': onEndpoint(200, 'POST', '/resume'),
  'replay-webhook-events': onEndpoint(200, 'POST', '/replay', ({ position }) => ({ after: position })),
  'batch-incidents': {
    status: 200,
    field: 'incidentId',
    prepare: async (call) => {
      const { id } = await newIncident(call)
      const update = (key: string, name: string) => sendInBatch(call, key, id, name)
      return { send: (key) => update(key, 'Spill'), sendOther: (key) => update(key, 'Leak'), resourceId: id }
    },
  },
}
