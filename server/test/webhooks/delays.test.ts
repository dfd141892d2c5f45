import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from '../support/harness.ts'
import { callerForWebhooks, localReceivers, newEndpoint, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { newWebhookSetting } from '../support/webhook-setting.ts'

const server = await startTestServer(localReceivers)

test('webhook endpoints whose receivers do not answer do not delay another endpoint of the organization', async () => {
  const { scope, call } = await server.newOrganization()
  const callWebhooks = await callerForWebhooks(server, scope)
  const kinds = ['incident.created']
  const hanging = await startReceiver()
  const unanswered: ServerResponse[] = []
  hanging.answerWith((_, response) => void unanswered.push(response))
  for (let endpoint = 0; endpoint < 10; endpoint++) await newEndpoint(callWebhooks, { url: hanging.url, kinds })
  await sql`
    update webhook_endpoints set failing_since = now()
    where organization_id = ${scope.organizationId}`.execute(server.database.database)
  await newIncident(call)
  await until('five webhooks are not answered', async () => unanswered.length >= 5)

  const receiver = await startReceiver()
  await newEndpoint(callWebhooks, { url: receiver.url, kinds })
  const { id } = await newIncident(call)
  await until('the other endpoint gets its webhook', async () => receiver.received.length === 1)
  // The server closes the connection of an attempt that has ended without a response.
  expect(unanswered.some(({ destroyed }) => destroyed)).toBe(false)
  hanging.answerWith()
  for (const response of unanswered) response.writeHead(204).end()
  expect(receiver.events.map(({ incidentId }) => incidentId)).toEqual([id])
})

test('an import of many locations does not delay the webhooks of incidents that are created afterwards', async () => {
  const { call, receiver, received, read, signIn } = await newWebhookSetting(server)
  const { cookie, csrfToken } = await signIn('administrator')
  const unanswered: ServerResponse[] = []
  receiver.answerWith(({ event }, response) => {
    if (event.kind === 'location.created') unanswered.push(response)
    else response.writeHead(204).end()
  })
  const names = Array.from({ length: 210 }, (_, index) => `Shop ${index}`)
  const imported = await fetch(`${server.url}/api/console/locations/import`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'text/csv' },
    body: ['location', ...names].join('\n'),
  })
  await imported.text()
  await until('the first location arrives', async () => unanswered.length === 1)
  const { id } = await newIncident(call)
  await until('the incident arrives', async () => receiver.events.some(({ incidentId }) => incidentId === id))
  // The server closes the connection of an attempt that has ended without a response.
  expect(unanswered.map(({ destroyed }) => destroyed)).toEqual([false])
  receiver.answerWith()
  for (const response of unanswered) response.writeHead(204).end()
  await received(211)
  await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
  const locations = receiver.events.filter(({ kind }) => kind === 'location.created')
  expect(locations.map(({ data }) => data.name)).toEqual(names)
})
