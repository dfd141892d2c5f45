import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { BatchResult } from '@tocsin/contract/api/incident-batch.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import { apiCallerOf } from '../support/caller.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server-process.ts'
import { startTwoServers } from '../support/two-servers.ts'
import { until } from '../support/until.ts'

const { servers, service, database, dataFolder } = await startTwoServers('webhooks', localReceivers)

/** Moves the end of all leases 30 seconds earlier, so that the leases of killed servers end at once. */
const endLeases = () =>
  sql`update webhook_endpoints set leased_until = leased_until - interval '30 seconds'`.execute(database)

/** Priorities of the incidents: before each kill of a server, all incidents get the next priority. */
const priorities = ['MAJOR', 'MINOR', 'CRITICAL', 'NORMAL']
/** Maximum number of attempts that one server has in flight for one endpoint. */
const inFlight = 8

const versionsOf = (events: FeedEvent[]) => events.map(({ data }) => (data.version as number | undefined) ?? 1)

test('if delivering servers are killed, no webhook is lost, only webhooks in flight are repeated, and the events of each incident stay in order', async () => {
  const scope = await createOrganization(service, 'Webhooks')
  const { key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  const call = apiCallerOf(servers[0].url, key)
  const receiver = await startReceiver()
  receiver.answerWith((_, response) => void setTimeout(() => response.writeHead(204).end(), 20))
  const endpoint = await newEndpoint(await callerForWebhooks(servers[0], scope), { url: receiver.url })

  const items = Array.from({ length: 60 }, () => ({ create: { clientRequestId: randomUUID(), name: 'Freezer' } }))
  const { body } = await call<{ results: BatchResult[] }>('POST', '/incidents/batch', { body: { items } })
  const ids = body.results.map(({ incidentId }) => incidentId!)
  await until('the creations arrive', async () => receiver.received.length >= ids.length)
  for (let kill = 0; kill < priorities.length; kill++) {
    const before = receiver.received.length
    const patches = ids.map((id) => ({ patch: { id, body: { priority: priorities[kill] } } }))
    const callOther = apiCallerOf(servers[(kill + 1) % 2]!.url, key)
    await callOther('POST', '/incidents/batch', { body: { items: patches } })
    await until('deliveries have begun', async () => receiver.received.length > before)
    // Kill the two servers alternately, because the test does not know which of them is delivering.
    await servers[kill % 2]!.end('SIGKILL')
    await endLeases()
    servers[kill % 2] = await startServer({ DATA_DIR: dataFolder, ...localReceivers })
  }
  const expected = ids.length * (1 + priorities.length)
  const distinct = () => new Set(receiver.events.map(({ id }) => id)).size
  await until('every event has arrived', async () => distinct() === expected, 60_000)
  await until('the endpoint has caught up', async () => {
    const { rows } = await sql`
      select from webhook_endpoints where id = ${endpoint.id} and lease_id is null and position >= (
        select max(position) from events where organization_id = ${scope.organizationId} and kind like 'incident.%'
      )`.execute(database)
    return rows.length === 1
  })

  const arrivals = Map.groupBy(receiver.events, ({ id }) => id)
  const repetitions = receiver.received.length - expected
  expect(repetitions).toBeLessThanOrEqual(priorities.length * inFlight)
  expect([...arrivals.values()].filter((events) => events.length > 2)).toEqual([])
  for (const [id, events] of Map.groupBy(receiver.events, ({ incidentId }) => incidentId)) {
    const versions = versionsOf(events)
    expect({ id, versions }).toEqual({ id, versions: versions.toSorted((one, other) => one - other) })
    expect(new Set(versions).size).toBe(1 + priorities.length)
  }
})

test('two servers share the webhook endpoints of an organization', async () => {
  const scope = await createOrganization(service, 'Shared')
  const { key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  const callWebhooks = await callerForWebhooks(servers[0], scope)
  const receivers = await Promise.all(Array.from({ length: 6 }, () => startReceiver()))
  for (const { url } of receivers) await newEndpoint(callWebhooks, { url })
  const call = apiCallerOf(servers[1]!.url, key)
  await call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 'Oven' } })
  await until('each receiver has the event', async () => receivers.every(({ received }) => received.length > 0))
  await until('no endpoint is leased', async () => {
    const leased = sql`select from webhook_endpoints where lease_id is not null`
    return (await leased.execute(database)).rows.length === 0
  })
  expect(receivers.map(({ received }) => received.length)).toEqual([1, 1, 1, 1, 1, 1])
})
