import { newWebhookSecret } from '@tocsin/contract/webhooks/signature.ts'
import { verifyWebhook } from '@tocsin/client/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from '../../server/test/support/harness.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver } from '../../server/test/support/receiver.ts'
import { until } from '../../server/test/support/until.ts'

const server = await startTestServer(localReceivers)

/** Makes an endpoint whose receiver runs on this machine. `next` waits for the next webhook. */
async function newSetting() {
  const { call, scope } = await server.newOrganization()
  const [receiver, callWebhooks] = await Promise.all([startReceiver(), callerForWebhooks(server, scope)])
  const endpoint = await newEndpoint(callWebhooks, { url: receiver.url })
  let count = 0
  const next = async () => {
    await until('a webhook arrives', async () => receiver.received.length > count)
    return receiver.received[count++]!
  }
  const post = async <Body>(verb: string) =>
    (await callWebhooks<Body>('POST', `/webhook-endpoints/${endpoint.id}/${verb}`)).body
  return { call, endpoint, next, post }
}

test('the client and the package standardwebhooks verify a webhook with the secret of the endpoint; the client also verifies it with the public key', async () => {
  const { call, endpoint, next } = await newSetting()
  const { secret, publicKey } = endpoint
  const { id } = await newIncident(call, { name: 'Kühlraum' })
  const { headers, body } = await next()
  const event = await verifyWebhook({ headers, body, secret })
  expect(event).toMatchObject({ kind: 'incident.created', incident: { id, name: 'Kühlraum' } })
  expect(await verifyWebhook({ headers, body, publicKey })).toEqual(event)
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event)
  const other = verifyWebhook({ headers, body, secret: newWebhookSecret() })
  await expect(other).rejects.toMatchObject({ code: 'signature_mismatch' })
})

test('the client verifies a test webhook, although its event has neither a position nor an incident', async () => {
  const { endpoint, next, post } = await newSetting()
  await post('test')
  const { headers, body } = await next()
  const event = await verifyWebhook({ headers, body, secret: endpoint.secret })
  expect(event).toMatchObject({ kind: 'webhook.test', incidentId: null, incident: null })
  expect(event.position).toBeUndefined()
})

test('after a rotation, the client verifies a webhook with the previous secret and with the new one', async () => {
  const { call, endpoint, next, post } = await newSetting()
  const rotated = await post<typeof endpoint>('rotate-secret')
  expect(rotated.secret).not.toBe(endpoint.secret)
  await newIncident(call)
  const { headers, body } = await next()
  for (const { secret, publicKey } of [endpoint, rotated]) {
    expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ kind: 'incident.created' })
    expect(await verifyWebhook({ headers, body, publicKey })).toMatchObject({ kind: 'incident.created' })
  }
})
