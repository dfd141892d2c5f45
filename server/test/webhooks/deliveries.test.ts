import type { ServerResponse } from 'node:http'
import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newIncident, startTestServer } from '../support/harness.ts'
import { localReceivers } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { newWebhookSetting } from '../support/webhook-setting.ts'

const server = await startTestServer(localReceivers)
const { database } = server.database

const newSetting = (kinds?: string[]) => newWebhookSetting(server, kinds)

const kindsOf = (events: FeedEvent[]) => events.map(({ kind }) => kind)

describe('a webhook', () => {
  test('a webhook endpoint receives each event of the chosen kinds exactly as the feed returns it', async () => {
    const { call, receiver, endpoint, received, read } = await newSetting(['incident.created', 'incident.deleted'])
    const { id } = await newIncident(call)
    await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
    await received(1)
    await call('DELETE', `/incidents/${id}`)
    await received(2)

    expect(kindsOf(receiver.events)).toEqual(['incident.created', 'incident.deleted'])
    const { body: page } = await call<{ data: FeedEvent[] }>('GET', `/events?after=${endpoint.position}`)
    const deleted = page.data.find(({ kind }) => kind === 'incident.deleted')
    expect(receiver.events[1]).toEqual(deleted)
    expect(receiver.received[1]!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': deleted!.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,\S+ v1a,\S+$/),
    })
    await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
    expect(await read()).toMatchObject({ heldIncidents: 0, failingSince: null, lastDeliveredAt: expect.any(String) })
  })

  test('after a failed delivery, only events of the same incident are held back, and they are delivered later in order', async () => {
    const { call, receiver, received, attempts, passTime, read } = await newSetting()
    const [one, other] = await Promise.all([newIncident(call), newIncident(call)])
    await received(2)
    const isFailing = ({ event }: { event: FeedEvent }) => event.incidentId === one.id
    receiver.answerWith((webhook, response) => response.writeHead(isFailing(webhook) ? 500 : 200).end('no disk left'))
    for (const priority of ['MAJOR', 'MINOR']) {
      await call('PATCH', `/incidents/${one.id}`, { body: { priority } })
      await call('PATCH', `/incidents/${other.id}`, { body: { priority } })
    }
    await received(5)
    await until('the failure is stored', async () => (await read()).heldIncidents === 1)
    expect((await attempts()).find(({ isDelivered }) => !isDelivered)).toMatchObject({
      incidentId: one.id,
      kind: 'incident.changed',
      number: 1,
      status: 500,
      error: 'The receiver answered 500.',
      answer: 'no disk left',
      request: expect.stringContaining('"priority":["NORMAL","MAJOR"]'),
    })

    receiver.answerWith()
    await passTime()
    await received(7)
    const versions = (id: string) =>
      receiver.events
        .filter(({ incidentId }) => incidentId === id)
        .map(({ data }) => (data.version as number | undefined) ?? 1)
    expect(versions(other.id)).toEqual([1, 2, 3])
    expect(versions(one.id)).toEqual([1, 2, 2, 3])
    await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  })

  test('a webhook endpoint receives long events one after another, without a delay of short events', async () => {
    const { call, receiver, received } = await newSetting(['incident.created'])
    const open: ServerResponse[] = []
    receiver.answerWith((_, response) => void open.push(response))
    const lengthsOf = () => receiver.events.map(({ incident }) => incident!.description!.length)
    const lengths = [100_000, 100_001, 100_002, 1, 2, 3]
    for (const length of lengths) await newIncident(call, { description: 'x'.repeat(length) })
    await until('all short events have arrived', async () => lengthsOf().filter((length) => length < 10).length === 3)
    expect(lengthsOf().filter((length) => length > 10)).toHaveLength(1)

    receiver.answerWith()
    for (const response of open) response.writeHead(204).end()
    await received(6)
    expect(lengthsOf().toSorted()).toEqual(lengths.toSorted())
  })

  test('after a receiver was unavailable for a day, it receives each event once, in order per incident', async () => {
    const { call, receiver, received, passTime, read } = await newSetting()
    receiver.answerWith((_, response) => response.destroy())
    const incidents = await Promise.all(Array.from({ length: 12 }, () => newIncident(call)))
    for (const priority of ['MAJOR', 'MINOR', 'CRITICAL']) {
      await Promise.all(incidents.map(({ id }) => call('PATCH', `/incidents/${id}`, { body: { priority } })))
    }
    await until('every incident is held back', async () => (await read()).heldIncidents === 12)
    for (let hours = 0; hours < 24; hours += 8) {
      const before = receiver.received.length
      await passTime('8 hours')
      await received(before + 12)
    }
    const failed = receiver.received.length
    receiver.answerWith()
    await passTime('8 hours')
    await received(failed + 48)
    await until('nothing is held back', async () => (await read()).heldIncidents === 0)

    const delivered = receiver.events.slice(failed)
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(48)
    for (const { id } of incidents) {
      const ofIncident = delivered.filter(({ incidentId }) => incidentId === id)
      expect(ofIncident.map(({ data }) => data.version ?? 1)).toEqual([1, 2, 3, 4])
    }
  })

  test('while a receiver does not answer a webhook of one incident, webhooks of other incidents are not delayed', async () => {
    const { call, receiver, received } = await newSetting()
    const hanging = await newIncident(call)
    await received(1)
    receiver.answerWith(({ event }, response) => {
      if (event.incidentId !== hanging.id) response.writeHead(204).end()
    })
    await call('PATCH', `/incidents/${hanging.id}`, { body: { priority: 'MAJOR' } })
    await received(2)
    const others = await Promise.all(Array.from({ length: 30 }, () => newIncident(call)))
    await received(32)
    expect(new Set(receiver.events.slice(2).map(({ incidentId }) => incidentId))).toEqual(
      new Set(others.map(({ id }) => id)),
    )
  })
})

describe('an endpoint', () => {
  test('a webhook endpoint is paused after an event has failed for 3 days, and continues with this event after it is resumed', async () => {
    const { call, callWebhooks, path, receiver, received, passTime, read } = await newSetting()
    receiver.answerWith((_, response) => response.writeHead(503).end())
    await newIncident(call)
    await received(1)
    await until('the failure is stored', async () => (await read()).heldIncidents === 1)
    await passTime('73 hours')
    await until('the endpoint is paused', async () => (await read()).pausedAt !== null)
    expect(await read()).toMatchObject({ pauseReason: 'failures', heldIncidents: 1 })
    const { id } = await newIncident(call)

    receiver.answerWith()
    expect(await callWebhooks('POST', `${path}/resume`)).toMatchObject({ status: 200, body: { pausedAt: null } })
    await received(4)
    expect(receiver.events.slice(2).map(({ incidentId }) => incidentId)).toContain(id)
    await until('nothing is held back', async () => (await read()).heldIncidents === 0)
  })

  test('a webhook endpoint is paused immediately when the receiver answers 410', async () => {
    const { call, receiver, read } = await newSetting()
    receiver.answerWith((_, response) => response.writeHead(410).end())
    await newIncident(call)
    await until('the endpoint is paused', async () => (await read()).pausedAt !== null)
    expect(await read()).toMatchObject({ pauseReason: 'gone', heldIncidents: 1 })
  })

  test('the retry of a webhook waits as long as the header Retry-After of the receiver asks', async () => {
    const { call, receiver, received, read, endpoint } = await newSetting()
    receiver.answerWith((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await newIncident(call)
    await received(1)
    await until('the failure is stored', async () => (await read()).heldIncidents === 1)
    const { rows } = await sql<{ waits: boolean }>`
      select retry_at > now() + interval '59 minutes' as waits from webhook_retries
      where endpoint_id = ${endpoint.id}`.execute(database)
    expect(rows).toEqual([{ waits: true }])
  })

  test('after an administrator has skipped a failing event, the later events of the incident are delivered', async () => {
    const { call, callWebhooks, path, receiver, received, attempts, read } = await newSetting()
    receiver.answerWith(({ event }, response) =>
      response.writeHead(event.kind === 'incident.created' ? 400 : 200).end(),
    )
    const { id } = await newIncident(call)
    await received(1)
    await until('the failure is stored', async () => (await read()).heldIncidents === 1)
    await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
    const { eventId } = (await attempts())[0]!
    const skip = { body: { eventId }, headers: { 'idempotency-key': 'k' } }
    expect(await callWebhooks('POST', `${path}/skip`, skip)).toMatchObject({ status: 200 })
    const replay = await callWebhooks('POST', `${path}/skip`, skip)
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    await received(2)
    expect(kindsOf(receiver.events)).toEqual(['incident.created', 'incident.changed'])
    expect(await callWebhooks('POST', `${path}/skip`, { body: { eventId } })).toMatchObject({
      status: 400,
      body: { code: 'webhook_event_not_held' },
    })
  })

  test('a replay delivers the events after a position again, with the same ids', async () => {
    const { call, callWebhooks, path, endpoint, receiver, received, read } = await newSetting()
    await newIncident(call)
    await newIncident(call)
    await received(2)
    await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
    const replay = { body: { after: endpoint.position } }
    expect(await callWebhooks('POST', `${path}/replay`, replay)).toMatchObject({ status: 200 })
    await received(4)
    const ids = receiver.events.map(({ id }) => id)
    expect(new Set(ids.slice(2))).toEqual(new Set(ids.slice(0, 2)))
    const unknown = { body: { after: 'other-1' } }
    expect(await callWebhooks('POST', `${path}/replay`, unknown)).toMatchObject({ body: { code: 'position_unknown' } })
  })

  test('events that are recorded while a webhook endpoint is paused are delivered after it is resumed', async () => {
    const { call, callWebhooks, path, receiver, received, read } = await newSetting()
    await callWebhooks('POST', `${path}/pause`)
    expect(await read()).toMatchObject({ pauseReason: 'administrator' })
    const { id } = await newIncident(call)
    await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
    expect(await read()).toMatchObject({ eventsBehind: expect.any(Number) })
    await callWebhooks('POST', `${path}/resume`)
    await received(2)
    expect(kindsOf(receiver.events)).toEqual(['incident.created', 'incident.changed'])
  })

  test('a test event is sent even while the webhook endpoint is paused', async () => {
    const { callWebhooks, path, receiver } = await newSetting()
    await callWebhooks('POST', `${path}/pause`)
    receiver.answerWith((_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end('elsewhere'))
    expect(await callWebhooks<WebhookAttempt>('POST', `${path}/test`)).toMatchObject({
      status: 200,
      body: {
        kind: 'webhook.test',
        isDelivered: false,
        status: 302,
        error: 'The receiver answered 302. Redirects are not followed.',
        answer: 'elsewhere',
      },
    })
    expect(kindsOf(receiver.events)).toEqual(['webhook.test'])
  })

  test('a test event is answered with 404 if the webhook endpoint is deleted before the receiver answers', async () => {
    const { callWebhooks, path, receiver, received } = await newSetting()
    const slow: ServerResponse[] = []
    receiver.answerWith((_, response) => void slow.push(response))
    const testing = callWebhooks('POST', `${path}/test`)
    await received(1)
    await callWebhooks('DELETE', path)
    for (const response of slow) response.writeHead(204).end()
    expect(await testing).toMatchObject({ status: 404, body: { code: 'webhook_endpoint_not_found' } })
  })
})
