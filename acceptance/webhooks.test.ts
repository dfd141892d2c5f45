import { randomUUID } from 'node:crypto'
import type { IssuedWebhookEndpoint, WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { foreignClient, integration } from './support/client.ts'
import { invalidRequest, rejected, rejectionOf } from './support/rejection.ts'

const endpoints = '/webhook-endpoints'
const created: string[] = []

/** Creates a webhook endpoint whose receiver does not exist. The endpoint is deleted after the test. */
async function newEndpoint(body: object = {}): Promise<IssuedWebhookEndpoint> {
  const response = await integration.post<IssuedWebhookEndpoint>(endpoints, { url: 'https://nobody.invalid/', ...body })
  if (response.status !== 201)
    throw new Error(`the creation of an endpoint answered ${response.status} ${response.text}`)
  created.push(response.body.id)
  return response.body
}

afterEach(async () => {
  for (const id of created.splice(0)) await integration.delete(`${endpoints}/${id}`)
})

describe('webhook endpoints', () => {
  test('returns the secret of a webhook endpoint only when the endpoint is created or its secret is rotated', async () => {
    const { id, secret, ...endpoint } = await newEndpoint({ description: 'Till', kinds: ['incident.created'] })
    expect(endpoint).toMatchObject({ description: 'Till', kinds: ['incident.created'], pausedAt: null })
    const { body } = await integration.get<WebhookEndpoint>(`${endpoints}/${id}`)
    expect(body).not.toHaveProperty('secret')
    const rotated = await integration.post<IssuedWebhookEndpoint>(`${endpoints}/${id}/rotate-secret`)
    expect(rotated.body.secret).not.toBe(secret)
    expect(rotated.body.publicKey).not.toBe(endpoint.publicKey)
  })

  test('pauses, resumes, changes and deletes a webhook endpoint', async () => {
    const { id } = await newEndpoint()
    const path = `${endpoints}/${id}`
    expect((await integration.post(`${path}/pause`)).body).toMatchObject({ pauseReason: 'administrator' })
    expect((await integration.patch(path, { kinds: ['comment.created'] })).body).toMatchObject({
      kinds: ['comment.created'],
    })
    expect((await integration.post(`${path}/resume`)).body).toMatchObject({ pauseReason: null })
    expect((await integration.delete(path)).status).toBe(204)
    expect(rejectionOf(await integration.get(path))).toEqual(rejected(404, 'webhook_endpoint_not_found'))
  })

  test('sending a test event returns a delivery attempt and adds the attempt to the list of attempts', async () => {
    const { id } = await newEndpoint()
    const { body: attempt } = await integration.post<WebhookAttempt>(`${endpoints}/${id}/test`)
    expect(attempt).toMatchObject({ kind: 'webhook.test', isDelivered: false, status: null, error: expect.any(String) })
    const { body } = await integration.get<{ data: WebhookAttempt[] }>(`${endpoints}/${id}/attempts`)
    expect(body.data.find((one) => one.id === attempt.id)).toEqual(attempt)
  })

  test('rejects webhook endpoints with an address in a private network, and endpoints for unknown kinds of events', async () => {
    for (const url of [
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'http://[::1]/',
      'https://user:pw@nobody.invalid/',
    ]) {
      expect(rejectionOf(await integration.post(endpoints, { url }))).toEqual(invalidRequest('/url not_allowed_value'))
    }
    const body = { url: 'https://nobody.invalid/', kinds: ['incident.created', 'user.created'] }
    expect(rejectionOf(await integration.post(endpoints, body))).toEqual(invalidRequest('/kinds/1 not_allowed_value'))
  })

  test('one response reports the violations of the address and of other fields of a rejected webhook endpoint', async () => {
    const body = { url: 'https://10.0.0.1/', description: 'x'.repeat(251), kinds: [], secret: 'mine' }
    const errors = ['/url not_allowed_value', '/description too_long', '/kinds too_short', '/secret field_not_allowed']
    expect(rejectionOf(await integration.post(endpoints, body))).toEqual(invalidRequest(...errors))
    const { id } = await newEndpoint()
    expect(rejectionOf(await integration.patch(`${endpoints}/${id}`, body))).toEqual(invalidRequest(...errors))
  })

  test('rejects a request to skip an event that is not held back, and a request to replay from an unknown position', async () => {
    const { id } = await newEndpoint()
    expect(rejectionOf(await integration.post(`${endpoints}/${id}/skip`, { eventId: randomUUID() }))).toEqual(
      rejected(400, 'webhook_event_not_held'),
    )
    expect(rejectionOf(await integration.post(`${endpoints}/${id}/replay`, { after: 'other-1' }))).toEqual(
      rejected(400, 'position_unknown'),
    )
  })

  test('answers 404 to another organization for every operation on a webhook endpoint', async () => {
    const { id, position } = await newEndpoint()
    const path = `${endpoints}/${id}`
    const responses = [
      await foreignClient.get(path),
      await foreignClient.patch(path, { description: 'Mine' }),
      await foreignClient.delete(path),
      await foreignClient.post(`${path}/rotate-secret`),
      await foreignClient.post(`${path}/test`),
      await foreignClient.post(`${path}/pause`),
      await foreignClient.post(`${path}/resume`),
      await foreignClient.post(`${path}/skip`, { eventId: randomUUID() }),
      await foreignClient.post(`${path}/replay`, { after: position }),
      await foreignClient.get(`${path}/attempts`),
    ]
    expect(responses.map(rejectionOf)).toEqual(responses.map(() => rejected(404, 'webhook_endpoint_not_found')))
    expect(
      (await foreignClient.get<{ data: WebhookEndpoint[] }>(endpoints)).body.data.map((one) => one.id),
    ).not.toContain(id)
  })
})
