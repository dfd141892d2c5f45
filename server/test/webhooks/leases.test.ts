import type { ServerResponse } from 'node:http'
import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import {
  endLease,
  findDeliveryState,
  findWaiting,
  leaseEndpoint,
  renewLease,
} from '../../src/webhooks/deliveries/lease-queries.ts'
import { storeProgress } from '../../src/webhooks/deliveries/progress-queries.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver } from '../support/receiver.ts'

const server = await startTestServer(localReceivers)

test('only the holder of the lease of a webhook endpoint can renew the lease, and only until the endpoint is paused', async () => {
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: (await startReceiver()).url })
  const leaseId = uuidv7()
  // Poll, because the running server may still hold the lease while it delivers the first event.
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

test('the lag is the age of the oldest event that an active webhook endpoint has not received', async () => {
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { database } = server.database
  const readLag = async () => (await findDeliveryState(database)).lagSeconds
  const { id } = await newEndpoint(call, { url: (await startReceiver()).url })
  // While this lease lasts, no process delivers to the endpoint.
  const leased = { lease_id: uuidv7(), leased_until: 'infinity' }
  await database.updateTable('webhook_endpoints').set(leased).where('id', '=', id).execute()
  await sql`
    update webhook_endpoints set position = (select max(position) from events where organization_id = ${scope.organizationId})
    where id = ${id}`.execute(database)
  expect(await readLag()).toBe(0)
  const { position } = (
    await sql<{ position: number }>`
    insert into events (organization_id, id, kind, actor_id, data, at)
    values (${scope.organizationId}, ${uuidv7()}, 'incident.changed', ${scope.actorId}, '{}', now() - interval '1 hour')
    returning position`.execute(database)
  ).rows[0]!
  await database
    .updateTable('webhook_endpoints')
    .set({ position: position - 1 })
    .where('id', '=', id)
    .execute()
  expect(await readLag()).toBeCloseTo(3_600, -2)
  await sql`
    insert into webhook_retries values (
      ${scope.organizationId}, ${id}, ${uuidv7()}, 1, ${uuidv7()}, 1, now() - interval '2 hours', now()
    )`.execute(database)
  expect(await readLag()).toBeCloseTo(7_200, -2)
  await database
    .updateTable('webhook_endpoints')
    .set({ paused_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  expect(await readLag()).toBe(0)
})

test('if the lease of one webhook endpoint cannot be renewed, the leases of other endpoints are still renewed', async () => {
  const { scope, call: callWithKey } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { database } = server.database
  const unansweredResponses: ServerResponse[] = []
  // The receivers answer only at the end of the test, so the leases last until then. The lease of the first endpoint is
  // the first to be renewed.
  const begin = async () => {
    const receiver = await startReceiver()
    receiver.answerWith((_, response) => void unansweredResponses.push(response))
    const { id } = await newEndpoint(call, { url: receiver.url })
    await newIncident(callWithKey)
    await expect.poll(() => receiver.received.length).toBe(1)
    return { id, receiver }
  }
  const [first, second] = [await begin(), await begin()]
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'not renewed'; end $$`.execute(
    database,
  )
  await sql`
    create trigger fail before update of leased_until on webhook_endpoints for each row
    when (old.id = ${sql.lit(first.id)} and old.lease_id = new.lease_id) execute function fail()`.execute(database)
  const readLease = async () => {
    const { rows } = await sql<{ id: string; end: number }>`
      select lease_id as id, extract(epoch from leased_until)::float8 as "end" from webhook_endpoints
      where id = ${second.id}`.execute(database)
    return rows[0]!
  }
  const before = await readLease()
  const isRenewed = ({ id, end }: typeof before) => id === before.id && end > before.end
  await expect.poll(async () => isRenewed(await readLease())).toBe(true)
  await sql`drop trigger fail on webhook_endpoints`.execute(database)
  for (const { receiver } of [first, second]) receiver.answerWith()
  for (const response of unansweredResponses) response.writeHead(204).end()
})

test('each of 12 waiting webhook endpoints is found within 50 polls, although a poll finds at most ten', async () => {
  const { scope } = await server.newOrganization()
  const ids = Array.from({ length: 12 }, () => uuidv7())
  const found = new Set<string>()
  // The transaction is never committed, so that the running server does not see the endpoints.
  const transaction = await server.database.database.startTransaction().execute()
  onTestFinished(async () => void (await transaction.rollback().execute()))
  await transaction
    .insertInto('webhook_endpoints')
    .values(ids.map((id) => ({ organization_id: scope.organizationId, id, url: '', description: '', position: 0 })))
    .execute()
  for (let poll = 0; poll < 50; poll++) {
    for (const { endpointId } of await findWaiting(transaction, [], 10)) found.add(endpointId)
  }
  expect([...found].filter((id) => ids.includes(id))).toHaveLength(12)
})

test('`failingSince` is the time of the first failure after the last delivery, even if the two are stored together', async () => {
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: (await startReceiver()).url })
  const leaseId = uuidv7()
  await server.database.database
    .updateTable('webhook_endpoints')
    .set({ lease_id: leaseId, leased_until: 'infinity', failing_since: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  const attempt = { position: null, kind: 'incident.created', incidentId: null, number: 1, durationMs: 1 }
  const failed = { ...attempt, isDelivered: false, status: 500, error: 'No.', request: '', answer: '' }
  const store = (attempts: Pick<WebhookAttempt, 'at' | 'isDelivered'>[]) => {
    const logged = attempts.map((one) => ({ ...failed, id: uuidv7(), eventId: uuidv7(), ...one }))
    const progress = { position: 0, deliveredAhead: [], attempts: logged, held: [], released: [], retryAt: null }
    return storeProgress(scope, { endpointId: id, leaseId }, progress)
  }
  const readFailingSince = async () =>
    (await call<WebhookEndpoint>('GET', `/webhook-endpoints/${id}`)).body.failingSince
  const [first, second, third] = [1, 2, 3].map((minute) => `2026-01-02T00:0${minute}:00.000Z`) as [
    string,
    string,
    string,
  ]
  await store([{ at: first, isDelivered: false }])
  expect(await readFailingSince()).toBe('2026-01-01T00:00:00.000Z')
  await store([
    { at: first, isDelivered: true },
    { at: second, isDelivered: false },
    { at: third, isDelivered: false },
  ])
  expect(await readFailingSince()).toBe(second)
  await store([{ at: third, isDelivered: true }])
  expect(await readFailingSince()).toBeNull()
  await store([])
  expect(await readFailingSince()).toBeNull()
})
