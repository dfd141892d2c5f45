import { randomUUID } from 'node:crypto'
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import fc from 'fast-check'
import { type ApiResponse, integration } from '../support/client.ts'
import { invalidRequest, rejected, rejectionOf } from '../support/rejection.ts'
import { isReplay } from './creation-steps.ts'
import { type KnownEndpoint, type Model, type StableEndpoint, step, type Step, stepAbout } from './model.ts'

const endpoints = '/webhook-endpoints'
const pathOf = ({ now: { id } }: KnownEndpoint): string => `${endpoints}/${id}`
const endpointsOf = ({ endpoints: known }: Model): KnownEndpoint[] => known
const notFound = rejected(404, 'webhook_endpoint_not_found')

function stableFieldsOf(endpoint: WebhookEndpoint | IssuedWebhookEndpoint): StableEndpoint {
  const { id, url, description, kinds, createdAt, pausedAt, pauseReason, publicKey, previousSecretEndsAt } = endpoint
  return { id, url, description, kinds, createdAt, pausedAt, pauseReason, publicKey, previousSecretEndsAt }
}

const urls = fc.constantFrom(
  { value: 'https://nobody.invalid/hook', errors: [] },
  { value: 'https://no-receiver.invalid:8443/hook?till=3', errors: [] },
  { value: 'https://10.0.0.1/', errors: ['/url not_allowed_value'] },
  { value: 'https://user@nobody.invalid/', errors: ['/url not_allowed_value'] },
  { value: 17, errors: ['/url wrong_type'] },
)
const descriptions = fc.constantFrom(
  { value: 'Night shift', errors: [] },
  { value: '', errors: [] },
  { value: 'x'.repeat(251), errors: ['/description too_long'] },
)
const kinds = fc.constantFrom(
  { value: null, errors: [] },
  { value: ['location.created'], errors: [] },
  { value: ['location.created', 'user.created'], errors: ['/kinds/1 not_allowed_value'] },
  { value: [], errors: ['/kinds too_short'] },
)
const fields = { url: urls, description: descriptions, kinds }

type Drawn = { [Name in keyof typeof fields]?: { value: unknown; errors: readonly string[] } }

/** Makes a request body from drawn fields, and lists the violations that the response must report. */
function bodyOf(drawn: Drawn) {
  const entries = Object.entries(drawn)
  return {
    body: Object.fromEntries(entries.map(([name, { value }]) => [name, value])) as Partial<StableEndpoint>,
    errors: entries.flatMap(([, { errors }]) => errors),
  }
}

const inOrder = (list: StableEndpoint[]) => list.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Compares the response to an operation on an endpoint with the endpoint of the model. */
const compareNow = (response: ApiResponse<WebhookEndpoint>, { now }: KnownEndpoint) => ({
  actual: { status: response.status, body: stableFieldsOf(response.body) },
  expected: { status: 200, body: now },
})

/** Makes a step that sends a request to pause or resume an endpoint twice, with the same Idempotency-Key. */
const pauseStep = (action: 'pause' | 'resume'): Step =>
  stepAbout(`${action} an endpoint`, endpointsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, endpoint) => {
    const sending = { headers: { 'idempotency-key': randomUUID() } }
    const send = () => integration.post<WebhookEndpoint>(`${pathOf(endpoint)}/${action}`, undefined, sending)
    const [first, second] = [await send(), await send()]
    if (endpoint.isDeleted) return { actual: [first, second].map(rejectionOf), expected: [notFound, notFound] }
    const { pausedAt } = endpoint.now
    const isPaused = action === 'pause'
    endpoint.now.pausedAt = isPaused ? (pausedAt ?? first.body.pausedAt) : null
    endpoint.now.pauseReason = isPaused ? 'administrator' : null
    const [one, other] = [compareNow(first, endpoint), compareNow(second, endpoint)]
    return {
      actual: [one.actual, other.actual, isPaused === (first.body.pausedAt !== null), isReplay(second)],
      expected: [one.expected, other.expected, true, true],
    }
  })

export const webhookSteps: Step[] = [
  step('create an endpoint', fc.record(fields, { requiredKeys: [] }), async (model, drawn) => {
    const { body, errors } = bodyOf(drawn)
    const sending = { headers: { 'idempotency-key': randomUUID() } }
    const send = () => integration.post<IssuedWebhookEndpoint>(endpoints, body, sending)
    const first = await send()
    const missing = body.url === undefined ? ['/url required'] : []
    if (errors.length + missing.length > 0) {
      return { actual: rejectionOf(first), expected: invalidRequest(...errors, ...missing) }
    }
    const now = stableFieldsOf(first.body)
    model.endpoints.push({ now, secret: first.body.secret, isDeleted: false })
    const second = await send()
    return {
      actual: { status: first.status, body: now, isReplay: isReplay(second), secret: second.body.secret },
      expected: {
        status: 201,
        body: { ...now, description: '', kinds: null, ...body, pausedAt: null, pauseReason: null },
        isReplay: true,
        secret: first.body.secret,
      },
    }
  }),
  stepAbout(
    'patch an endpoint',
    endpointsOf,
    fc.tuple(fc.nat(), fc.record(fields, { requiredKeys: [] })),
    async (_model, endpoint, drawn) => {
      const { body, errors } = bodyOf(drawn)
      const response = await integration.patch<WebhookEndpoint>(pathOf(endpoint), body)
      if (errors.length > 0) return { actual: rejectionOf(response), expected: invalidRequest(...errors) }
      if (endpoint.isDeleted) return { actual: rejectionOf(response), expected: notFound }
      Object.assign(endpoint.now, body)
      return compareNow(response, endpoint)
    },
  ),
  pauseStep('pause'),
  pauseStep('resume'),
  stepAbout('rotate a secret', endpointsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, endpoint) => {
    const response = await integration.post<IssuedWebhookEndpoint>(`${pathOf(endpoint)}/rotate-secret`)
    if (endpoint.isDeleted) return { actual: rejectionOf(response), expected: notFound }
    const { secret, publicKey, previousSecretEndsAt } = response.body
    const before = { secret: endpoint.secret, publicKey: endpoint.now.publicKey }
    endpoint.secret = secret
    Object.assign(endpoint.now, { publicKey, previousSecretEndsAt })
    const { actual, expected } = compareNow(response, endpoint)
    return {
      actual: [actual, secret !== before.secret, publicKey !== before.publicKey, previousSecretEndsAt !== null],
      expected: [expected, true, true, true],
    }
  }),
  stepAbout(
    'replay to an endpoint',
    endpointsOf,
    fc.tuple(fc.nat(), fc.boolean()),
    async (_model, endpoint, isKnown) => {
      const { body: page } = await integration.get<{ meta: { position: string } }>('/events', { query: { limit: 1 } })
      const after = isKnown ? page.meta.position : 'other-1'
      const response = await integration.post<WebhookEndpoint>(`${pathOf(endpoint)}/replay`, { after })
      if (endpoint.isDeleted) return { actual: rejectionOf(response), expected: notFound }
      if (!isKnown) return { actual: rejectionOf(response), expected: rejected(400, 'position_unknown') }
      return compareNow(response, endpoint)
    },
  ),
  stepAbout('skip an unknown event', endpointsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, endpoint) => {
    const response = await integration.post(`${pathOf(endpoint)}/skip`, { eventId: randomUUID() })
    const expected = endpoint.isDeleted ? notFound : rejected(400, 'webhook_event_not_held')
    return { actual: rejectionOf(response), expected }
  }),
  stepAbout('delete an endpoint', endpointsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, endpoint) => {
    const response = await integration.delete(pathOf(endpoint))
    if (endpoint.isDeleted) return { actual: rejectionOf(response), expected: notFound }
    endpoint.isDeleted = true
    return { actual: response.status, expected: 204 }
  }),
  stepAbout('read an endpoint', endpointsOf, fc.tuple(fc.nat(), fc.nat()), async (_model, endpoint) => {
    const response = await integration.get<WebhookEndpoint>(pathOf(endpoint))
    return endpoint.isDeleted ? { actual: rejectionOf(response), expected: notFound } : compareNow(response, endpoint)
  }),
  step('list endpoints', fc.nat(), async ({ endpoints: known }) => {
    const { body } = await integration.get<{ data: WebhookEndpoint[] }>(endpoints)
    const own = body.data.filter(({ id }) => known.some(({ now }) => now.id === id))
    const remaining = known.filter(({ isDeleted }) => !isDeleted).map(({ now }) => now)
    return { actual: inOrder(own.map(stableFieldsOf)), expected: inOrder(remaining) }
  }),
]

/**
 * Deletes the webhook endpoints that still exist at the end of a sequence, because an organization can have at most 50.
 */
export async function deleteEndpoints({ endpoints: known }: Model): Promise<void> {
  for (const endpoint of known.filter(({ isDeleted }) => !isDeleted)) await integration.delete(pathOf(endpoint))
}
