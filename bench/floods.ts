import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { cycle } from './data.ts'
import { summarize } from './http-load.ts'
import { creationBody, newest, readOne } from './operations.ts'
import type { MeasuredOrganization } from './organization.ts'
import { milliseconds, printReport, times } from './report.ts'
import type { Request } from './requests.ts'
import { thisCheckout } from './server-under-test.ts'
import { openSide, type Side } from './side.ts'

// Measures how much a flood of requests of organization A slows down organization B. While 64 callers of A send costly
// requests, one caller of B reads an incident, lists incidents, creates incidents and lists incidents in the console.

new Command('bench:floods')
  .description('measure how much a flood of requests of one organization slows down another')
  .parse()

const senders = 64
const rows = 20_000
const floodMs = 6_000
/**
 * Time between the start of a flood and the start of the measurement of organization B, so that the flood reaches its
 * full strength.
 */
const risingMs = 1_000
const pauseMs = 20

export interface Flood {
  port: number
  senders: number
  credentials: Record<string, string>
  requests: Request[]
}

const folder = await makeTemporaryFolder('floods')
try {
  const side = await openSide('this checkout', thisCheckout, folder, [rows, rows + 1])
  const [a, b] = side.organizations as [MeasuredOrganization, MeasuredOrganization]
  const probes = await probesOf(side, b)
  const heads = ['flood of A', ...probes.map(({ name }) => `B: ${name}, alone → flooded`), "B's 503", 'responses to A']
  const table: string[][] = []
  for (const { name, as, requests } of floodsOf(a)) {
    const alone = await measureB(probes, floodMs / 2)
    const credentials = as === 'key' ? a.key : a.session
    const flood: Flood = { port: side.server.port, senders, credentials, requests }
    const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: flood })
    await once(worker, 'message')
    await wait(risingMs)
    const flooded = await measureB(probes, floodMs)
    const statuses = await stopFlood(worker)
    table.push([
      name,
      ...probes.map((_, index) => compare(alone.p50Ms[index]!, flooded.p50Ms[index]!)),
      String(flooded.unavailable),
      statuses,
    ])
  }
  await side.stop()
  const sections = [{ title: `Floods of ${senders} callers, p50 of another organization`, heads, rows: table }]
  printReport(sections)
} finally {
  await removeFolder(folder)
}

interface Probe {
  name: string
  url: string
  credentials: Record<string, string>
  /** Makes the request that the probe sends in a round. */
  make(round: number): Request
}

async function probesOf(side: Side, organization: MeasuredOrganization): Promise<Probe[]> {
  const { key, session, revision } = organization
  const { url } = side.server
  const reads = await readOne.makeRequests(side, organization, 500)
  const lists = await newest.makeRequests(side, organization, 500)
  const list = (round: number) => cycle(lists, round)
  return [
    { name: 'read', url, credentials: key, make: (round) => cycle(reads, round) },
    { name: 'list', url, credentials: key, make: list },
    {
      name: 'create',
      url,
      credentials: key,
      make: () => ({ method: 'POST', path: '/api/v1/incidents', body: creationBody(revision) }),
    },
    {
      name: 'list in the console',
      url,
      credentials: session,
      make: (round) => ({ method: 'GET', path: list(round).path.replace('/api/v1', '/api/console') }),
    },
  ]
}

interface Measured {
  /** Median response time of each probe, in the order of the probes. */
  p50Ms: number[]
  /** Number of responses with status 503. */
  unavailable: number
}

/** Measures the probes of organization B. One caller sends the probes one after another, with a pause after each. */
async function measureB(probes: Probe[], duringMs: number): Promise<Measured> {
  const durationsMs = probes.map((): number[] => [])
  let unavailable = 0
  const untilMs = performance.now() + duringMs
  for (let round = 0; performance.now() < untilMs; round++) {
    for (const [index, { url, credentials, make }] of probes.entries()) {
      const { method, path, body } = make(round)
      const startedAtMs = performance.now()
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...credentials, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      durationsMs[index]!.push(performance.now() - startedAtMs)
      if (response.status === 503) unavailable++
      else if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      await wait(pauseMs)
    }
  }
  return { p50Ms: durationsMs.map((each) => summarize(each, duringMs).p50Ms), unavailable }
}

function compare(aloneMs: number, floodedMs: number): string {
  return `${milliseconds(aloneMs)} → ${milliseconds(floodedMs)}, ${times(floodedMs / aloneMs)}`
}

/** Stops a flood. @returns text with the number of responses for each status. */
async function stopFlood(worker: Worker): Promise<string> {
  const statusCounts = once(worker, 'message') as Promise<[Record<string, number>]>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of Node has no origin
  worker.postMessage('stop')
  const [counts] = await statusCounts
  await worker.terminate()
  return Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}

function many<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function floodsOf({ revision }: MeasuredOrganization): { name: string; as: 'key' | 'session'; requests: Request[] }[] {
  const incidents = '/api/v1/incidents'
  const inConsole = '/api/console/incidents'
  const sorts = ['createdAt', 'name', 'priority', 'occurredAt', 'lastModifiedAt'].flatMap((name) => [name, `-${name}`])
  const ids = many(5_000, () => crypto.randomUUID()).join()
  const lists = (path: string) => many(500, (n) => ({ method: 'GET', path: `${path}?limit=200&offset=${n % 400}` }))
  const creations = (change: object, count: number) =>
    many(count, () => ({ method: 'POST', path: incidents, body: { ...creationBody(revision), ...change } }))
  return [
    { name: 'lists of 200', as: 'key', requests: lists(incidents) },
    { name: 'lists of 200 in the console', as: 'session', requests: lists(inConsole) },
    {
      name: 'filters of 5,000 ids',
      as: 'key',
      requests: many(20, (n) => ({ method: 'GET', path: `${incidents}?locationId=in:${ids}&offset=${n}` })),
    },
    { name: 'bodies with 30,000 tags', as: 'key', requests: creations({ tags: many(30_000, (n) => `t${n}`) }, 20) },
    { name: 'bodies of 1 MB', as: 'key', requests: creations({ description: 'é\n'.repeat(250_000) }, 20) },
    {
      name: 'creations with 1,000 tags',
      as: 'key',
      requests: creations({ tags: many(1_000, (n) => `a tag of some length ${n}`) }, 300),
    },
    { name: 'creations', as: 'key', requests: creations({}, 30_000) },
    {
      name: 'searches for two letters',
      as: 'key',
      requests: many(200, (n) => ({ method: 'GET', path: `${incidents}?q=zq+qz&offset=${n}` })),
    },
    {
      name: 'exports',
      as: 'session',
      requests: sorts.map((sort) => ({ method: 'GET', path: `${inConsole}.csv?sort=${sort}` })),
    },
  ]
}
