import { expect, test } from 'vitest'
import { newIncident, startTestServer } from '../support/harness.ts'
import { localReceivers } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { newWebhookSetting } from '../support/webhook-setting.ts'

const server = await startTestServer(localReceivers)

test('a failed event whose kind a webhook endpoint no longer receives is given up, and later events of the incident follow', async () => {
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
