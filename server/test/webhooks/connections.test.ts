import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/harness.ts'
import { countWaiting } from '../support/lock-waits.ts'
import { callerForWebhooks, newEndpoint, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

// A single organization may use at most four of the six database connections.
const server = await startTestServer({ DATABASE_CONNECTIONS: 6, WEBHOOK_NETWORKS: '127.0.0.1' })

test('the webhooks of an organization that wait for a lock leave connections free for other organizations', async () => {
  const [one, other] = await Promise.all([server.newOrganization(), server.newOrganization()])
  const [receiver, callWebhooks] = await Promise.all([startReceiver(), callerForWebhooks(server, one.scope)])
  for (let endpoint = 0; endpoint < 8; endpoint++) await newEndpoint(callWebhooks, { url: receiver.url })
  const { call } = await one.signIn('administrator')
  // This transaction needs one of the two connections that the webhooks cannot get. A webhook reads its event together
  // with the incident, so it waits for this lock even if the event belongs to no incident.
  await one.scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    expect(await call('POST', '/locations', { body: { name: 'Harbour' } })).toMatchObject({ status: 201 })
    const leased = sql`
      select from webhook_endpoints where organization_id = ${one.scope.organizationId} and lease_id is not null`
    await until('all endpoints are leased', async () => (await leased.execute(inner.database)).rows.length === 8)
    await until('four webhooks wait for the lock', async () => (await countWaiting(inner)) >= 4)
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await countWaiting(inner)).toBe(4)
  })
  await until('all endpoints get the event', async () => receiver.received.length >= 8)
})
