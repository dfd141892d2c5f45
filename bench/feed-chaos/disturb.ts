import { setTimeout as wait } from 'node:timers/promises'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import { startCallers } from './callers.ts'
import { Disturbances } from './disturbances.ts'
import { Ledger } from './ledger.ts'
import type { ChaosOptions } from './options.ts'
import { randomFrom } from './random.ts'
import { Reader } from './reader.ts'
import { clockOffsetsS, type Site } from './site.ts'
import { countEvents, countIdsOutOfOrder, newestNumber, readStored, type Stored } from './stored.ts'
import { verify } from './verify.ts'

const readersCount = 3
const tickMs = 250
const reportIntervalMs = 10_000

type Log = (text: string) => void

/**
 * Writes events through all servers, disturbs the servers meanwhile, and lets readers follow the feed.
 * @returns one sentence for each violation.
 */
export async function disturb(site: Site, options: ChaosOptions, log: Log, signal: AbortSignal): Promise<string[]> {
  const { servers, apiKey, organizationId } = site
  const { seed } = options
  const violations = await clockViolations(site)
  const opened = await site.database.open()
  const after = await newestPosition(site)
  const readers = Array.from({ length: readersCount }, (_, index) => {
    return new Reader(servers, index, apiKey, after, randomFrom(seed + 1_000 + index))
  })
  const first = readers[0]!.position + 1
  const reading = new AbortController()
  const followed = readers.map((reader) => reader.follow(AbortSignal.any([reading.signal, signal])))
  const disturbances = new Disturbances(servers, options, randomFrom(seed))
  site.watch(disturbances)
  const ledger = new Ledger()
  const startedAtMs = performance.now()

  const callers = startCallers(site, { count: options.callers, seed, ledger, signal })
  const count = () => countEvents(opened, organizationId)
  violations.push(
    ...(await observe(disturbances, {
      ...options,
      count,
      log: log,
      signal: AbortSignal.any([signal, callers.failed]),
    })),
  )
  await callers.stop()
  await disturbances.finish()
  const last = await newestNumber(opened, organizationId)
  while (readers.some(({ position }) => position < last) && !signal.aborted) await wait(tickMs)
  reading.abort()
  await Promise.all(followed)
  signal.throwIfAborted()

  const durationS = (performance.now() - startedAtMs) / 1000
  const stored = await readStored(opened, organizationId)
  await opened.close()
  log(describe(disturbances))
  for (const line of summarize(stored, ledger, readers, durationS)) log(line)
  const crashes = servers.filter((server) => server.crashes > 0).length
  return [
    ...violations,
    ...(crashes > 0 ? [`${crashes} servers ended by themselves`] : []),
    ...verify(stored, ledger, readers, first),
  ]
}

interface Observation {
  /** Number of events to write. */
  events: number
  /** Time after which no more events are written. */
  minutes: number
  /** Counts the events written so far. */
  count: () => Promise<number>
  log: Log
  signal: AbortSignal
}

/**
 * Reports the progress until enough events are written and each disturbance has happened.
 * @returns a violation if this takes too long.
 * @throws the error of a server that did not start again, or the reason with which the signal is aborted.
 */
async function observe(disturbances: Disturbances, observation: Observation): Promise<string[]> {
  const { events, minutes, count, log, signal } = observation
  const endsAtMs = performance.now() + minutes * 60_000
  let reportAtMs = performance.now() + reportIntervalMs
  for (;;) {
    signal.throwIfAborted()
    if (disturbances.failure) throw disturbances.failure
    const written = await count()
    disturbances.progress = written / events
    disturbances.tick()
    if (written >= events && disturbances.isDone) return []
    if (performance.now() > endsAtMs) return [`only ${written} of ${events} events were written in ${minutes} minutes`]
    if (performance.now() > reportAtMs) {
      reportAtMs += reportIntervalMs
      log(`${written} of ${events} events, ${describe(disturbances)}`)
    }
    await wait(tickMs)
  }
}

function describe({ done }: Disturbances): string {
  const { delays, delayedMs, suspensions, kills } = done
  const killed = `${kills.any} kills at any time, ${kills.before} before and ${kills.after} after taking positions`
  return `${delays} delays (${Math.round(delayedMs / 1000)} s in total), ${suspensions} suspensions, ${killed}`
}

function summarize({ events, incidents }: Stored, ledger: Ledger, readers: Reader[], durationS: number): string[] {
  const statuses = Object.entries(ledger.statuses).map(([status, count]) => `${count} × ${status}`)
  return [
    `${events.length} events of ${incidents.length} incidents in ${Math.round(durationS)} s`,
    `${countIdsOutOfOrder(events)} events have a lower id than an earlier event`,
    `responses by status, 0 for none: ${statuses.join(', ')}; ${ledger.retries} retries, ${ledger.replays} replays`,
    ...readers.map(({ digests, requests, moves }, index) => {
      return `reader ${index + 1}: ${digests.length} events, ${requests} requests, ${moves} moves to the next server`
    }),
  ]
}

/** Checks that the clocks of the servers are as far apart as they should be. */
async function clockViolations({ servers, hasOwnClocks }: Site): Promise<string[]> {
  if (!hasOwnClocks) return []
  const offsets = await Promise.all(servers.map((server) => server.measureClockOffsetS()))
  return offsets.join() === clockOffsetsS.join() ? [] : [`the clocks are ${offsets.join()} s off`]
}

/** Reads the newest position of the feed, as text. */
export async function newestPosition({ servers, apiKey }: Site): Promise<string> {
  const response = await fetch(`${servers[0]!.url}/api/v1/events`, { headers: { 'x-api-key': apiKey } })
  return ((await response.json()) as FeedPage).meta.position
}
