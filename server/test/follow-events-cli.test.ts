import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { expect, onTestFinished, test } from 'vitest'
import { lockFeed } from '../src/database/lock-feed.ts'
import { beginEpoch } from '../src/events/position-queries.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { lockRow, meetBehind } from './support/lock-waits.ts'
import { callerForWebhooks, newEndpoint } from './support/receiver.ts'
import { forward } from '../../client/test/support/cutting-proxy.ts'
import { cli, tocsinIn } from './support/tocsin-process.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

/** Runs `tocsin events follow` as a separate process. */
function startFollowing(key: string, options: string[] = [], url = server.url) {
  const child = spawn(process.execPath, [cli, 'events', 'follow', ...options], {
    env: { PATH: '/usr/bin:/bin', TOCSIN_URL: url, TOCSIN_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'close') as Promise<[number | null]>
  const events: FeedEvent[] = []
  const messages: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as FeedEvent))
  createInterface({ input: child.stderr }).on('line', (line) => messages.push(line))
  return {
    events,
    messages,
    exited,
    closeOutput: () => void child.stdout.destroy(),
    isFollowing: () => until('it follows', async () => messages.some((line) => line.startsWith('Following.'))),
    hasPrinted: (count: number) => until(`${count} events are printed`, async () => events.length >= count),
    /** Ends the command as Ctrl+C does. Returns its exit code and the position that it prints for --after. */
    async interrupt() {
      child.kill('SIGINT')
      const [code] = await exited
      return { code, position: /^Continue with --after (\S+)$/.exec(messages.at(-1) ?? '')?.[1] }
    },
  }
}

const summaryOf = (events: FeedEvent[]) => events.map(({ kind, incidentId }) => [kind, incidentId])

test('`events follow` prints the events recorded after its start in order, and --after continues without a gap or a repetition', async () => {
  const { key, call } = await server.newOrganization()
  await newIncident(call)
  const first = startFollowing(key)
  await first.isFollowing()
  const { id } = await newIncident(call)
  await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
  await first.hasPrinted(2)
  const { code, position } = await first.interrupt()
  expect(code).toBe(0)
  expect(position).toBe(first.events[1]!.position)
  await call('DELETE', `/incidents/${id}`)
  const second = startFollowing(key, ['--after', position!])
  await second.hasPrinted(1)
  const other = await newIncident(call)
  await second.hasPrinted(2)
  expect((await second.interrupt()).code).toBe(0)
  expect(summaryOf([...first.events, ...second.events])).toEqual([
    ['incident.created', id],
    ['incident.changed', id],
    ['incident.deleted', id],
    ['incident.created', other.id],
  ])
})

test('`events follow --kind` prints only events of these kinds, and rejects an unknown kind', async () => {
  const { key, call } = await server.newOrganization()
  const following = startFollowing(key, ['--kind', 'incident.deleted,comment.created', '--kind', 'incident.restored'])
  await following.isFollowing()
  const { id } = await newIncident(call)
  await call('DELETE', `/incidents/${id}`)
  await call('POST', `/incidents/${id}/restore`)
  await following.hasPrinted(2)
  expect(summaryOf(following.events)).toEqual([
    ['incident.deleted', id],
    ['incident.restored', id],
  ])
  await following.interrupt()
  expect(await tocsinIn({ TOCSIN_URL: server.url, TOCSIN_API_KEY: key })(['events', 'follow', '--kind', 'x'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*\n {2}kind: .*\n {2}request id: \S+\n$/),
  })
})

test('`events follow` reports an unavailable server once, and later also prints the events recorded in the meantime', async () => {
  const { key, call } = await server.newOrganization()
  let isAway = false
  const longPollBegun = Promise.withResolvers<void>()
  const proxy = await listen((request, response) => {
    if (isAway) return response.writeHead(503).end()
    if (request.headers.prefer) longPollBegun.resolve()
    return forward(server.url, request, response)
  })
  onTestFinished(proxy.close)
  const following = startFollowing(key, [], proxy.url)
  await longPollBegun.promise
  isAway = true
  const first = await newIncident(call)
  await following.hasPrinted(1)
  const second = await newIncident(call)
  const waiting = () => following.messages.filter((line) => line.startsWith('Waiting for a response'))
  await until('it reports the failure', async () => waiting().length > 0)
  isAway = false
  await following.hasPrinted(2)
  expect(summaryOf(following.events)).toEqual([
    ['incident.created', first.id],
    ['incident.created', second.id],
  ])
  expect(waiting()).toEqual([`Waiting for a response from ${new URL(proxy.url).host} (it answered 503) …`])
})

test('`events follow` prints no position to continue from if its output is closed, because printed events may be unread', async () => {
  const { key, call } = await server.newOrganization()
  const following = startFollowing(key)
  await following.isFollowing()
  following.closeOutput()
  await newIncident(call)
  expect((await following.exited)[0]).toBe(0)
  expect(following.messages).toEqual([
    expect.stringMatching(/^Following/),
    'The output was closed. Continue with --after <position>, the position of the last event that was read.',
  ])
})

test('`events follow` fails for an unknown API key or position, and does not advise to continue from an unknown position', async () => {
  const { key, call } = await server.newOrganization()
  const position = (await call('GET', '/incidents')).headers.get('tocsin-feed-position')!
  await beginEpoch(server.database.database)
  const run = tocsinIn({ TOCSIN_URL: server.url, TOCSIN_API_KEY: key })
  const { code, stdout, stderr } = await run(['events', 'follow', '--after', position])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: .*\n {2}request id: \S+\n$/)
  const unknown = { environment: { TOCSIN_API_KEY: `${key}0` } }
  expect(await run(['events', 'follow'], unknown)).toMatchObject({ code: 1, stdout: '' })
})

test('`new-epoch` does not deadlock with a transaction that has locked a webhook endpoint', async () => {
  const { DATABASE_URL = '', DATA_DIR } = server.environment
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: 'https://example.com/hook' })
  // Wait until the server has no event to deliver. Otherwise the server would wait for the locked endpoint, too.
  const read = async () => (await call<WebhookEndpoint>('GET', `/webhook-endpoints/${id}`)).body
  await until('the endpoint has caught up', async () => (await read()).eventsBehind === 0)
  const outcomes = await meetBehind(
    scope,
    lockRow('webhook_endpoints', id),
    [() => tocsinIn({ DATABASE_URL, DATA_DIR })(['events', 'new-epoch'])],
    (inner) => lockFeed(inner).execute(inner.database),
  )
  expect(outcomes).toMatchObject([{ status: 'fulfilled', value: { code: 0 } }])
})

test('`new-epoch` pauses a webhook endpoint that an administrator resumes at the same time', async () => {
  const { DATABASE_URL = '', DATA_DIR } = server.environment
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: 'https://example.com/hook' })
  const path = `/webhook-endpoints/${id}`
  await call('POST', `${path}/pause`)
  const outcomes = await meetBehind<{ status?: number; code?: number | null }>(
    scope,
    (inner) => lockFeed(inner).execute(inner.database),
    [() => call('POST', `${path}/resume`), () => tocsinIn({ DATABASE_URL, DATA_DIR })(['events', 'new-epoch'])],
  )
  expect(outcomes).toMatchObject([{ value: { status: 200 } }, { value: { code: 0 } }])
  expect(await call('GET', path)).toMatchObject({ body: { pauseReason: 'new_epoch' } })
})

test('`new-epoch` locks paused webhook endpoints before the feeds, so that resuming an endpoint cannot cause a deadlock', async () => {
  const { DATABASE_URL = '', DATA_DIR } = server.environment
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const { id } = await newEndpoint(call, { url: 'https://example.com/hook' })
  await call('POST', `/webhook-endpoints/${id}/pause`)
  const outcomes = await meetBehind(
    scope,
    (inner) => lockFeed(inner).execute(inner.database),
    [() => tocsinIn({ DATABASE_URL, DATA_DIR })(['events', 'new-epoch'])],
    async ({ database, organizationId }) => {
      const endpoints = database
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('organization_id', '=', organizationId)
      expect(await endpoints.forUpdate().skipLocked().execute()).toEqual([])
    },
  )
  expect(outcomes).toMatchObject([{ status: 'fulfilled', value: { code: 0 } }])
  expect(await call('GET', `/webhook-endpoints/${id}`)).toMatchObject({ body: { pauseReason: 'administrator' } })
})

test('`new-epoch` pauses a webhook endpoint that an administrator creates at the same time', async () => {
  const { DATABASE_URL = '', DATA_DIR } = server.environment
  const { scope } = await server.newOrganization()
  const call = await callerForWebhooks(server, scope)
  const outcomes = await meetBehind<{ status?: number; code?: number | null }>(
    scope,
    (inner) => lockFeed(inner).execute(inner.database),
    [
      () => call('POST', '/webhook-endpoints', { body: { url: 'https://example.com/hook' } }),
      () => tocsinIn({ DATABASE_URL, DATA_DIR })(['events', 'new-epoch']),
    ],
  )
  expect(outcomes).toMatchObject([{ value: { status: 201 } }, { value: { code: 0 } }])
  expect(await call('GET', '/webhook-endpoints')).toMatchObject({ body: { data: [{ pauseReason: 'new_epoch' }] } })
})
