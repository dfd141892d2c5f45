import { createPublicKey, randomUUID, verify } from 'node:crypto'
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { webhookEndpointsMaximum } from '@tocsin/contract/limits.ts'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { eventsOf, newIncident, startTestServer } from '../support/harness.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver, type Received } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const server = await startTestServer(localReceivers)
/** Server on which WEBHOOK_NETWORKS does not list the network of the receivers. */
const guarded = await startTestServer({ WEBHOOK_NETWORKS: '10.0.0.0/8' })

async function newOrganization() {
  const organization = await server.newOrganization()
  return { ...organization, callWebhooks: await callerForWebhooks(server, organization.scope) }
}

const url = 'https://example.com/hook'

describe('the operations on webhook endpoints', () => {
  test('webhook endpoints can be created, listed, read, changed and deleted, and each change is recorded as an event', async () => {
    const { callWebhooks, scope } = await newOrganization()
    const created = await newEndpoint(callWebhooks, { url, kinds: ['incident.created'] })
    expect(created).toMatchObject({
      url,
      description: '',
      kinds: ['incident.created'],
      pausedAt: null,
      eventsBehind: expect.any(Number),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      publicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
    })
    const path = `/webhook-endpoints/${created.id}`
    const patch = { description: 'Till', kinds: null }
    const { body: changed } = await callWebhooks<WebhookEndpoint>('PATCH', path, { body: patch })
    expect(changed).toMatchObject({ url, description: 'Till', kinds: null })
    expect(changed).not.toHaveProperty('secret')
    expect((await callWebhooks<WebhookEndpoint>('GET', path)).body).toMatchObject({ id: created.id, ...patch })
    expect((await callWebhooks<{ data: unknown[] }>('GET', '/webhook-endpoints')).body.data).toHaveLength(1)
    expect(await callWebhooks('DELETE', path)).toMatchObject({ status: 204 })
    expect(await callWebhooks('GET', path)).toMatchObject({ status: 404, body: { code: 'webhook_endpoint_not_found' } })

    const events = await scope.database
      .selectFrom('events')
      .select('kind')
      .where('organization_id', '=', scope.organizationId)
      .where('kind', 'like', 'webhook%')
      .orderBy('position')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.changed',
      'webhook_endpoint.deleted',
    ])
    expect(await eventsOf(scope, 'none')).toEqual([])
  })

  test('the operations on webhook endpoints reject an API key without the scope webhooks', async () => {
    const { call, callReadOnly, callWebhooks } = await newOrganization()
    for (const caller of [call, callReadOnly]) {
      expect(await caller('GET', '/webhook-endpoints')).toMatchObject({
        status: 401,
        body: { code: 'insufficient_scope' },
      })
      expect(await caller('POST', '/webhook-endpoints', { body: { url } })).toMatchObject({ status: 401 })
    }
    expect(await callWebhooks('GET', '/incidents')).toMatchObject({ status: 401 })
  })

  test('the operations on webhook endpoints answer 404 for an endpoint that does not exist or belongs to another organization', async () => {
    const [own, other] = await Promise.all([newOrganization(), newOrganization()])
    const { id, position } = await newEndpoint(other.callWebhooks, { url })
    const operations: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['PATCH', '', { description: 'Other' }],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/skip', { eventId: randomUUID() }],
      ['POST', '/replay', { after: position }],
      ['GET', '/attempts'],
    ]
    for (const [method, path, body] of operations) {
      for (const unknown of [id, randomUUID()]) {
        const response = await own.callWebhooks(method, `/webhook-endpoints/${unknown}${path}`, { body })
        expect({ method, path, ...response }).toMatchObject({
          status: 404,
          body: { code: 'webhook_endpoint_not_found' },
        })
      }
    }
    expect((await other.callWebhooks<WebhookEndpoint>('GET', `/webhook-endpoints/${id}`)).body).toMatchObject({
      url,
      pausedAt: null,
    })
  })

  test('the retry of a write with the same Idempotency-Key changes nothing and returns the webhook endpoint', async () => {
    const { callWebhooks } = await newOrganization()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await callWebhooks<IssuedWebhookEndpoint>('POST', '/webhook-endpoints', { body: { url }, headers })
    const retry = await callWebhooks<IssuedWebhookEndpoint>('POST', '/webhook-endpoints', { body: { url }, headers })
    expect(retry.status).toBe(201)
    expect(retry.headers.get('idempotent-replayed')).toBe('true')
    expect(retry.body).toMatchObject({ id: first.body.id, secret: first.body.secret })
    expect(await callWebhooks('POST', '/webhook-endpoints', { body: { url: `${url}/other` }, headers })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_reused' },
    })

    const rotation = { headers: { 'idempotency-key': randomUUID() } }
    const path = `/webhook-endpoints/${first.body.id}/rotate-secret`
    const rotated = await callWebhooks<IssuedWebhookEndpoint>('POST', path, rotation)
    const again = await callWebhooks<IssuedWebhookEndpoint>('POST', path, rotation)
    expect(again.body.secret).toBe(rotated.body.secret)
    expect(rotated.body.secret).not.toBe(first.body.secret)
  })

  test('the rejection of a new webhook endpoint reports every violation', async () => {
    const { callWebhooks } = await newOrganization()
    const body = { url: 'https://169.254.169.254/', kinds: ['incident.created', 'user.signed_in', 'nonsense'] }
    expect(await callWebhooks('POST', '/webhook-endpoints', { body })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        errors: [{ pointer: '/url' }, { pointer: '/kinds/1' }, { pointer: '/kinds/2' }],
      },
    })
  })

  test('an organization can have at most 50 webhook endpoints', async () => {
    const { callWebhooks } = await newOrganization()
    const creations = Array.from({ length: webhookEndpointsMaximum + 3 }, () =>
      callWebhooks('POST', '/webhook-endpoints', { body: { url } }),
    )
    const responses = await Promise.all(creations)
    const rejected = responses.filter(({ status }) => status !== 201)
    expect(rejected.map(({ body }) => body.code)).toEqual(Array.from({ length: 3 }, () => 'too_many_webhook_endpoints'))
  })
})

/** Verifies the signature `v1a` with `node:crypto` alone, as a receiver may do. */
function isSignedWith(publicKey: string, { headers, body }: Received): boolean {
  const raw = Buffer.from(publicKey.slice('whpk_'.length), 'base64')
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  })
  const content = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`)
  const signatures = String(headers['webhook-signature']).split(' ')
  return signatures.some(
    (one) => one.startsWith('v1a,') && verify(null, content, key, Buffer.from(one.slice(4), 'base64')),
  )
}

const isVerifiedWith = (secret: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

describe('the signatures', () => {
  test('signatures of webhooks can be verified with standardwebhooks and node:crypto, and after a rotation also with the previous secret', async () => {
    const { call, callWebhooks } = await newOrganization()
    const receiver = await startReceiver()
    const first = await newEndpoint(callWebhooks, { url: receiver.url })
    await newIncident(call, { name: 'Kühlraum „Süd“ ❄' })
    await until('the webhook arrives', async () => receiver.received.length === 1)
    const path = `/webhook-endpoints/${first.id}`
    const { body: second } = await callWebhooks<IssuedWebhookEndpoint>('POST', `${path}/rotate-secret`)
    expect(second).toMatchObject({ previousSecretEndsAt: expect.any(String) })
    await newIncident(call)
    await until('the webhook arrives', async () => receiver.received.length >= 2)

    const [before, after] = [receiver.received[0]!, receiver.received.at(-1)!]
    const verifying = (received: Received) =>
      [first, second].map(({ secret, publicKey }) => [
        isVerifiedWith(secret, received),
        isSignedWith(publicKey, received),
      ])
    expect(verifying(before)).toEqual([
      [true, true],
      [false, false],
    ])
    expect(verifying(after)).toEqual([
      [true, true],
      [true, true],
    ])
    expect(verifying({ ...after, body: `${after.body} ` })).toEqual([
      [false, false],
      [false, false],
    ])
  })
})

describe('the guard of addresses', () => {
  test('no connection is made to a host name whose address is in a private network, and the list of attempts contains the reason', async () => {
    const { scope, call } = await guarded.newOrganization()
    const callWebhooks = await callerForWebhooks(guarded, scope)
    const receiver = await startReceiver()
    const address = receiver.url.replace('127.0.0.1', 'localhost')
    const { id } = await newEndpoint(callWebhooks, { url: address })
    await newIncident(call)
    const read = async () => (await callWebhooks<WebhookEndpoint>('GET', `/webhook-endpoints/${id}`)).body
    await until('the attempt has failed', async () => (await read()).heldIncidents === 1)
    const { body } = await callWebhooks<{ data: object[] }>('GET', `/webhook-endpoints/${id}/attempts`)
    expect(body.data[0]).toMatchObject({ status: null, error: expect.stringContaining('WEBHOOK_NETWORKS') })
    expect(receiver.received).toEqual([])
    expect(await callWebhooks('POST', '/webhook-endpoints', { body: { url: receiver.url } })).toMatchObject({
      status: 400,
    })
  })
})
