import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { endLease, leaseEndpoint, renewLease } from '../../src/webhooks/deliveries/lease-queries.ts'
import { startTestServer } from '../support/harness.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver } from '../support/receiver.ts'

const server = await startTestServer(localReceivers)

test('only the holder of a lease can renew it, and only until the endpoint is paused', async () => {
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: (await startReceiver()).url })
  const leaseId = uuidv7()
  // A running server delivers the first event, and may have the lease until then.
  await expect.poll(() => leaseEndpoint(scope, id, leaseId)).toMatchObject({ id, leaseId })
  expect(await leaseEndpoint(scope, id, uuidv7())).toBeUndefined()
  expect(await renewLease(scope, id, leaseId)).toBe(true)
  expect(await renewLease(scope, id, uuidv7())).toBe(false)
  const other = await server.newOrganization()
  expect(await renewLease(other.scope, id, leaseId)).toBe(false)
  expect(await call<WebhookEndpoint>('POST', `/webhook-endpoints/${id}/pause`)).toMatchObject({ status: 200 })
  expect(await renewLease(scope, id, leaseId)).toBe(false)
  await endLease(scope, id, leaseId)
})
