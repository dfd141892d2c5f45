import { setTimeout as wait } from 'node:timers/promises'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import { summarize } from './http-load.ts'
import { connections, measureOperation } from './measure-operation.ts'
import { creation, creationBody } from './operations.ts'
import { milliseconds, perSecond, type Section } from './report.ts'
import type { Side } from './side.ts'

const seconds = 20
const share = 0.5

/**
 * Measures the time from the response to a creation until a waiting follower (`Prefer: wait`) has received its event.
 * Creations are sent at half of the server's maximum rate, which is measured first.
 */
export async function measureFeedLatency(side: Side): Promise<Section> {
  const organization = side.organizations[0]!
  await measureOperation(side, organization, creation, { requests: 2_000, maximumSeconds: 5 })
  const full = await measureOperation(side, organization, creation, { seconds: 5 })
  const respondedAtMs = new Map<string, number>()
  const seenAtMs = new Map<string, number>()
  const stopping = new AbortController()
  const { position } = (await readFeed(side, '')).meta
  const following = follow(side, position, seenAtMs, stopping.signal)
  const rate = await createAtRate(side, full.perSecond * share, respondedAtMs)
  while (respondedAtMs.keys().some((id) => !seenAtMs.has(id))) await wait(10)
  stopping.abort()
  await following
  // An event can arrive before the response to its creation.
  const delays = Array.from(respondedAtMs, ([id, atMs]) => Math.max(0, seenAtMs.get(id)! - atMs))
  const { p50Ms, p99Ms } = summarize(delays, seconds * 1000)
  return {
    title: 'Delay of the feed: from the response to a creation until a waiting follower has its event',
    heads: ['full rate', 'rate of the measurement', 'events', 'p50', 'p99', 'maximum'],
    rows: [
      [
        perSecond(full.perSecond),
        perSecond(rate),
        String(delays.length),
        milliseconds(p50Ms),
        milliseconds(p99Ms),
        milliseconds(Math.max(...delays)),
      ],
    ],
  }
}

/**
 * Sends creations at a fixed rate, and notes the time of each response.
 * @returns the rate that was really reached.
 */
async function createAtRate(side: Side, rate: number, respondedAtMs: Map<string, number>): Promise<number> {
  const { key, revision } = side.organizations[0]!
  const headers = { ...key, 'content-type': 'application/json' }
  const url = `${side.server.url}/api/v1/incidents`
  const startedAtMs = performance.now()
  let sent = 0
  const send = async () => {
    while (performance.now() < startedAtMs + seconds * 1000) {
      const dueAtMs = startedAtMs + (sent++ / rate) * 1000
      await wait(Math.max(0, dueAtMs - performance.now()))
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(creationBody(revision)) })
      if (!response.ok) throw new Error(`answered ${await response.text()}`)
      const { id } = (await response.json()) as { id: string }
      respondedAtMs.set(id, performance.now())
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return (respondedAtMs.size * 1000) / (performance.now() - startedAtMs)
}

async function readFeed(side: Side, query: string, init: { prefer?: string; signal?: AbortSignal } = {}) {
  const headers = { ...side.organizations[0]!.key, ...(init.prefer && { prefer: init.prefer }) }
  const response = await fetch(`${side.server.url}/api/v1/events${query}`, { headers, signal: init.signal ?? null })
  return (await response.json()) as FeedPage
}

/** Follows the feed from a position, and notes the time at which the event of each creation arrives. */
async function follow(side: Side, from: string, seenAtMs: Map<string, number>, signal: AbortSignal): Promise<void> {
  let position = from
  while (!signal.aborted) {
    const page = await readFeed(side, `?limit=200&after=${position}`, { prefer: 'wait=20', signal }).catch(
      (error: Error) => {
        if (!signal.aborted) throw error
      },
    )
    if (!page) return
    const atMs = performance.now()
    for (const { kind, incidentId } of page.data) if (kind === 'incident.created') seenAtMs.set(incidentId!, atMs)
    position = page.meta.position
  }
}
