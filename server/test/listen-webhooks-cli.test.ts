import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import { newWebhookSecret } from '@tocsin/contract/webhooks/signature.ts'
import { expect, onTestFinished, test } from 'vitest'
import { verifyWebhook, type WebhookEvent } from '../../client/src/webhooks.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { cli, tocsinIn } from './support/tocsin-process.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

interface Posted {
  headers: IncomingHttpHeaders
  body: string
  event: WebhookEvent
}

/**
 * Starts a receiver of webhooks. `statusOf` receives the new event and the earlier requests, and returns the status of
 * the response.
 */
async function startReceiver(statusOf: (event: WebhookEvent, earlier: Posted[]) => number = () => 204) {
  const posted: Posted[] = []
  const { url, close } = await listen(async (request, response) => {
    const body = await text(request)
    const event = JSON.parse(body) as WebhookEvent
    const status = statusOf(event, posted)
    posted.push({ headers: request.headers, body, event })
    response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('received')
  })
  onTestFinished(close)
  const summary = () => posted.map(({ event }) => [event.kind, event.incidentId])
  return {
    url: `${url}/hook`,
    posted,
    summary,
    has: (count: number) => until(`${count} requests arrive`, async () => posted.length >= count),
  }
}

/** Runs `tocsin webhooks listen` as a separate process, and waits until it follows the feed. */
async function startListening(key: string, forward: string, options: string[] = [], environment = {}) {
  const child = spawn(process.execPath, [cli, 'webhooks', 'listen', '--forward', forward, ...options], {
    env: { PATH: '/usr/bin:/bin', TOCSIN_URL: server.url, TOCSIN_API_KEY: key, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'close') as Promise<[number | null]>
  const [lines, messages]: [string[], string[]] = [[], []]
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => messages.push(line))
  await until('it follows', async () => messages.some((line) => line.startsWith('Forwarding to ')))
  return {
    lines,
    messages,
    /** Ends the command as Ctrl+C does. Returns its exit code and the position that it prints for --after. */
    async interrupt() {
      child.kill('SIGINT')
      const [code] = await exited
      return { code, position: /^Continue with --after (\S+)$/.exec(messages.at(-1) ?? '')?.[1] }
    },
  }
}

test('`webhooks listen` posts each event exactly as the feed returns it, signed with the secret that the command prints first', async () => {
  const { key, call } = await server.newOrganization()
  const position = (await call('GET', '/incidents')).headers.get('tocsin-feed-position')!
  const receiver = await startReceiver()
  const listening = await startListening(key, receiver.url)
  const { id, number } = await newIncident(call, { name: 'Kühlraum' })
  await call('POST', '/comments/by-entity-type/incident', { body: { relatedEntityId: id, message: 'Seen' } })
  await receiver.has(2)
  const page = await call<FeedPage>('GET', `/events?after=${position}`)
  expect(receiver.posted.map(({ event }) => event)).toEqual(page.body.data)

  const secret = /^Secret: (whsec_\S+)$/.exec(listening.messages[0]!)![1]!
  for (const { headers, body, event } of receiver.posted) {
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id })
    expect(await verifyWebhook({ headers, body, secret })).toEqual(event)
  }
  await until('both lines are printed', async () => listening.lines.length === 2)
  expect(listening.lines[0]).toMatch(new RegExp(`^incident.created #${number} → 204 \\d+ ms$`))
  expect(listening.lines[1]).toMatch(new RegExp(`^comment.created ${id} → 204 \\d+ ms$`))
})

test('`webhooks listen` stops on Ctrl+C, and a later run with --after continues with the next event of the chosen kinds', async () => {
  const { key, call } = await server.newOrganization()
  const receiver = await startReceiver()
  const first = await startListening(key, receiver.url)
  const { id } = await newIncident(call)
  await until('the event is delivered', async () => first.lines.length === 1)
  const { code, position } = await first.interrupt()
  expect(code).toBe(0)
  await call('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
  await call('DELETE', `/incidents/${id}`)
  await startListening(key, receiver.url, ['--after', position!, '--kind', 'incident.created,incident.deleted'])
  await receiver.has(2)
  expect(receiver.summary()).toEqual([
    ['incident.created', id],
    ['incident.deleted', id],
  ])
})

test('`webhooks listen` repeats a failed request before it sends the next event of the incident, and does not delay other incidents', async () => {
  const { key, call } = await server.newOrganization()
  const position = (await call('GET', '/incidents')).headers.get('tocsin-feed-position')!
  const failing = await newIncident(call)
  await call('PATCH', `/incidents/${failing.id}`, { body: { priority: 'MAJOR' } })
  const other = await newIncident(call)
  // The first request is answered with a redirect, which a webhook does not follow.
  const receiver = await startReceiver((event, earlier) => {
    const before = earlier.filter((each) => each.event.id === event.id).length
    return event.incidentId === failing.id && event.kind === 'incident.created' ? [302, 500, 200][before]! : 200
  })
  const listening = await startListening(key, receiver.url, ['--after', position])
  await until('all lines are printed', async () => listening.lines.length === 5)
  expect(receiver.summary().filter(([, incidentId]) => incidentId === failing.id)).toEqual([
    ['incident.created', failing.id],
    ['incident.created', failing.id],
    ['incident.created', failing.id],
    ['incident.changed', failing.id],
  ])
  expect(receiver.posted.findIndex(({ event }) => event.incidentId === other.id)).toBeLessThan(3)
  const ids = receiver.posted
    .filter(({ event }) => event.incidentId === failing.id)
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  const ofFailing = listening.lines.filter((line) => line.includes(`#${failing.number} `))
  expect(ofFailing.map((line) => line.replace(/\d+ ms/, '… ms'))).toEqual([
    `incident.created #${failing.number} → 302 … ms, again in 1 s`,
    `incident.created #${failing.number} → 500 … ms, again in 2 s`,
    `incident.created #${failing.number} → 200 … ms`,
    `incident.changed #${failing.number} → 200 … ms`,
  ])
})

test('`webhooks listen` gives up on an event after four failures, and continues with the next event', async () => {
  const { key, call } = await server.newOrganization()
  const position = (await call('GET', '/incidents')).headers.get('tocsin-feed-position')!
  const { id } = await newIncident(call)
  await call('DELETE', `/incidents/${id}`)
  const closed = await listen(() => undefined)
  closed.close()
  const address = closed.url.replace('127.0.0.1', 'localhost')
  const listening = await startListening(key, `${address}/hook`, ['--after', position])
  const isNext = (line: string) => line.startsWith(`incident.deleted ${id} → `)
  await until('the next event is tried', async () => listening.lines.some(isNext))
  const refused = /^incident.created \S+ → .*ECONNREFUSED.*, (again in \d s|given up)$/
  expect(listening.lines.slice(0, 4).map((line) => refused.exec(line)?.[1])).toEqual([
    'again in 1 s',
    'again in 2 s',
    'again in 4 s',
    'given up',
  ])
  expect((await listening.interrupt()).code).toBe(0)
})

test('`webhooks listen` signs with the secret in TOCSIN_WEBHOOK_SECRET and does not print the secret', async () => {
  const { key, call } = await server.newOrganization()
  const receiver = await startReceiver()
  const secret = newWebhookSecret()
  const listening = await startListening(key, receiver.url, [], { TOCSIN_WEBHOOK_SECRET: secret })
  await newIncident(call)
  await receiver.has(1)
  const { headers, body } = receiver.posted[0]!
  expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ kind: 'incident.created' })
  await listening.interrupt()
  expect([...listening.messages, ...listening.lines].join('\n')).not.toContain(secret.slice(6))
})

test('`webhooks listen` rejects a missing or malformed address and a malformed secret with exit code 2', async () => {
  const { key } = await server.newOrganization()
  const run = tocsinIn({ TOCSIN_URL: server.url, TOCSIN_API_KEY: key })
  expect(await run(['webhooks', 'listen'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward') })
  for (const address of ['localhost:3000', 'ftp://localhost/', '']) {
    expect(await run(['webhooks', 'listen', '--forward', address])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write an address such as http://localhost:3000/hook.'),
    })
  }
  const environment = { TOCSIN_WEBHOOK_SECRET: 'whsec_not base64' }
  expect(await run(['webhooks', 'listen', '--forward', 'http://localhost:1/'], { environment })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: TOCSIN_WEBHOOK_SECRET must be whsec_ and a key in base64.\n',
  })
})
