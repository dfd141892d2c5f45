import type { ServerResponse } from 'node:http'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginNewEpoch } from '../../src/events/begin-epoch.ts'
import type { Call } from '../support/caller.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { countWaiting } from '../support/lock-waits.ts'
import { localReceivers } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { newWebhookSetting } from '../support/webhook-setting.ts'

const server = await startTestServer(localReceivers)

const newestPosition = async (call: Call) => (await call<FeedPage>('GET', '/events')).body.meta.position

test('a failed event is given up if its webhook endpoint no longer receives this kind, and later events of the incident follow', async () => {
  const { call, callWebhooks, path, receiver, attempts, read } = await newWebhookSetting(server)
  receiver.answerWith(({ event }, response) => response.writeHead(event.kind === 'incident.created' ? 400 : 204).end())
  const [one, other] = [await newIncident(call), await newIncident(call)]
  await until('both incidents are held back', async () => (await read()).heldIncidents === 2)
  await call('PATCH', `/incidents/${one.id}`, { body: { priority: 'MAJOR' } })
  await until('the change is read', async () => (await read()).eventsBehind === 0)

  const patched = await callWebhooks('PATCH', path, { body: { kinds: ['incident.changed', 'incident.deleted'] } })
  expect(patched).toMatchObject({ status: 200, body: { heldIncidents: 1 } })
  await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  await call('DELETE', `/incidents/${other.id}`)
  await until('the deletion arrives', async () => receiver.events.at(-1)?.kind === 'incident.deleted')
  expect(receiver.events.filter(({ kind }) => kind === 'incident.changed')).toHaveLength(1)
  expect((await attempts()).filter(({ kind }) => kind === 'incident.created')).toHaveLength(2)
})

test('a failed event is retried at once when the webhook endpoint gets a new address', async () => {
  const { call, callWebhooks, path, receiver, read } = await newWebhookSetting(server)
  receiver.answerWith((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
  await newIncident(call)
  await until('the incident is held back', async () => (await read()).heldIncidents === 1)
  receiver.answerWith()
  const url = `${receiver.url}/new`
  expect(await callWebhooks('PATCH', path, { body: { url } })).toMatchObject({ status: 200, body: { url } })
  await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  expect(receiver.events.map(({ kind }) => kind)).toEqual(['incident.created', 'incident.created'])
})

test('the later events of an incident are delivered even if the operator erases a failing event', async () => {
  const { scope, call, receiver, received, read, passTime } = await newWebhookSetting(server)
  const slow: ServerResponse[] = []
  receiver.answerWith((_, response) => void slow.push(response))
  const { id } = await newIncident(call)
  await received(1)
  await sql`
    with erased as (
      delete from events where organization_id = ${scope.organizationId} and incident_id = ${id} returning position
    )
    update feeds set reserved = erased.position from erased
    where organization_id = ${scope.organizationId}`.execute(scope.database)
  for (const response of slow) response.writeHead(503).end()
  await until('the incident is held back', async () => (await read()).heldIncidents === 1)
  receiver.answerWith()
  await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
  await passTime()
  await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  expect(receiver.events.at(-1)).toMatchObject({ kind: 'incident.changed', incidentId: id })
})

test('a replay does not lose an earlier event that is held back', async () => {
  const { call, callWebhooks, path, receiver, read } = await newWebhookSetting(server)
  receiver.answerWith((_, response) => response.writeHead(503).end())
  const { id } = await newIncident(call)
  await until('the incident is held back', async () => (await read()).heldIncidents === 1)
  receiver.answerWith()
  const after = await newestPosition(call)
  expect(await callWebhooks('POST', `${path}/replay`, { body: { after } })).toMatchObject({ status: 200 })
  await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  expect(receiver.events.map(({ incidentId }) => incidentId)).toEqual([id, id])
})

test('a replay after a position that a webhook endpoint has not reached loses no event before this position', async () => {
  const { call, callWebhooks, path, receiver, received, read } = await newWebhookSetting(server)
  const slow: ServerResponse[] = []
  receiver.answerWith((_, response) => void slow.push(response))
  const first = await newIncident(call)
  await received(1)
  receiver.answerWith()
  const second = await newIncident(call)
  await received(2)
  await until('the second delivery is stored', async () => (await read()).lastDeliveredAt !== null)

  const after = await newestPosition(call)
  expect(await callWebhooks('POST', `${path}/replay`, { body: { after } })).toMatchObject({ status: 200 })
  for (const response of slow) response.writeHead(204).end()
  await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
  expect(receiver.events.map(({ incidentId }) => incidentId)).toEqual([first.id, second.id, first.id])
})

test('a webhook that waits for its response is not sent again if the feed cannot be read meanwhile', async () => {
  const { scope, call, receiver, received, read } = await newWebhookSetting(server)
  const slow: ServerResponse[] = []
  receiver.answerWith((_, response) => void slow.push(response))
  await newIncident(call)
  await received(1)
  await scope.transaction(async (inner) => {
    await sql`lock table feeds`.execute(inner.database)
    await until('the feed is read', async () => (await countWaiting(inner)) === 1)
    await sql`
      select pg_cancel_backend(pid) from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
      inner.database,
    )
    await until('the read has failed', async () => (await countWaiting(inner)) === 0)
  })
  // Deliver an event to another endpoint. The server looks for undelivered events of all endpoints together, so this
  // delivery proves that the server has also considered the first endpoint.
  const other = await newWebhookSetting(server)
  await newIncident(other.call)
  await other.received(1)
  for (const response of slow) response.writeHead(204).end()
  await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
  expect(receiver.received).toHaveLength(1)
})

test('an event is not sent until the server has stored the successful retry of the previous event of the incident', async () => {
  const { scope, call, endpoint, receiver, received, read, passTime } = await newWebhookSetting(server)
  receiver.answerWith((_, response) => response.writeHead(503).end())
  const { id } = await newIncident(call)
  await until('the incident is held back', async () => (await read()).heldIncidents === 1)
  const slow: ServerResponse[] = []
  receiver.answerWith((_, response) => void slow.push(response))
  await passTime()
  await received(2)
  receiver.answerWith()
  await scope.transaction(async (inner) => {
    await sql`select from webhook_endpoints where id = ${endpoint.id} for update`.execute(inner.database)
    for (const response of slow) response.writeHead(204).end()
    await until('the delivery is about to be stored', async () => (await countWaiting(inner)) > 0)
    await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
    // Wait for a later incident. The change precedes this incident in the feed, so the server would send the change
    // first.
    const other = await newIncident(call)
    await until('the other incident arrives', async () => receiver.events.at(-1)?.incidentId === other.id)
    expect(receiver.events.filter(({ kind }) => kind === 'incident.changed')).toEqual([])
  })
  await until('the change arrives', async () => receiver.events.at(-1)?.kind === 'incident.changed')
})

test('the logged attempts of an earlier epoch have positions that a replay accepts', async () => {
  const { call, callWebhooks, path, receiver, received, attempts } = await newWebhookSetting(server)
  const [first, last] = [await newIncident(call), await newIncident(call)]
  await received(2)
  await until('both attempts are logged', async () => (await attempts()).length === 2)
  await beginNewEpoch(server.database.database)

  const logged = await attempts()
  const positionOf = ({ id }: { id: string }) => logged.find(({ incidentId }) => incidentId === id)!.position
  const replay = { body: { after: positionOf(first) } }
  expect(await callWebhooks('POST', `${path}/replay`, replay)).toMatchObject({ status: 200 })
  await received(3)
  expect(receiver.events.at(-1)).toMatchObject({ incidentId: last.id, position: positionOf(last) })
})
