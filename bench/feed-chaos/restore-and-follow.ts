import { setTimeout as wait } from 'node:timers/promises'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { startCallers } from './callers.ts'
import { newestPosition } from './disturb.ts'
import { Ledger } from './ledger.ts'
import type { ChaosOptions } from './options.ts'
import { randomFrom } from './random.ts'
import { numberOf, Reader } from './reader.ts'
import type { Site } from './site.ts'
import { readStored } from './stored.ts'
import { readerViolations } from './verify.ts'

/** Number of events that are written after the database was copied, and lost when the copy is restored. */
const lostEvents = 200
const callers = 8

/**
 * Restores an earlier state of the database, and then writes other events with the same positions as the lost ones. The
 * server must reject a follower that has read the lost events. When the follower reads everything again, it must get an
 * exact replica.
 * @returns one sentence for each violation.
 */
export async function restoreAndFollow(
  site: Site,
  { seed }: ChaosOptions,
  log: (text: string) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const { database, servers, apiKey } = site
  await site.stopServers()
  await database.copy()
  await site.start()
  const reader = new Reader(servers, 0, apiKey, await newestPosition(site), randomFrom(seed))
  const lastLost = reader.position + lostEvents
  await writeAndFollow(site, reader, lastLost, signal)

  await site.stopServers()
  await database.restore()
  await database.runCommand('events', 'new-epoch')
  await site.start()
  const before = numberOf(await newestPosition(site))
  const other = new Reader(servers, 0, apiKey, await newestPosition(site), randomFrom(seed))
  await writeAndFollow(site, other, reader.position, signal)
  const rejection = await rejectionOf(site, reader.after)

  const again = await replicateAnew(site, signal)
  const opened = await database.open()
  const stored = await readStored(opened, site.organizationId)
  await opened.close()
  log(`restored to position ${before}: ${reader.after} was answered with ${rejection}`)
  log(`the new replica has ${again.reader.replica.size} incidents`)
  return [
    ...(rejection === '400 position_unknown' ? [] : [`${reader.after} was answered with ${rejection}`]),
    ...reader.violations,
    ...readerViolations(stored, again.reader, again.first),
  ]
}

/**
 * Lets callers write until the reader has passed a position. Then stops the callers, and lets the reader read the rest.
 */
async function writeAndFollow(site: Site, reader: Reader, until: number, signal: AbortSignal): Promise<void> {
  const finishReading = startReading(site, reader, signal)
  const running = startCallers(site, { count: callers, seed: until, ledger: new Ledger(), signal })
  while (reader.position <= until && !signal.aborted && !running.failed.aborted) await wait(20)
  await running.stop()
  await finishReading()
}

/**
 * Starts a reader that follows the feed.
 * @returns a function that waits until the reader has reached the end of the feed, and then stops the reader.
 */
function startReading(site: Site, reader: Reader, signal: AbortSignal): () => Promise<void> {
  const ending = new AbortController()
  const following = reader.follow(AbortSignal.any([ending.signal, signal]))
  return async () => {
    const last = numberOf(await newestPosition(site))
    while (reader.position < last && !signal.aborted) await wait(20)
    ending.abort()
    await following
  }
}

async function rejectionOf({ servers, apiKey }: Site, after: string): Promise<string> {
  const response = await fetch(`${servers[1]!.url}/api/v1/events?after=${after}`, { headers: { 'x-api-key': apiKey } })
  const { code } = (await response.json()) as { code?: string }
  return `${response.status} ${code}`
}

/** Reads all incidents while callers write. Then follows the feed from the position at which the reading began. */
async function replicateAnew(site: Site, signal: AbortSignal): Promise<{ reader: Reader; first: number }> {
  const running = startCallers(site, { count: callers, seed: 0, ledger: new Ledger(), signal })
  const { replica, after } = await walkIncidents(site)
  const reader = new Reader(site.servers, 3, site.apiKey, after, randomFrom(0), replica)
  const first = reader.position + 1
  const finishReading = startReading(site, reader, signal)
  await running.stop()
  await finishReading()
  return { reader, first }
}

interface IncidentPage {
  data: IncidentResponse[]
  meta: { nextCursor: string | null }
}

/** Reads all incidents. @returns their versions, and the position from which to follow the feed. */
async function walkIncidents({ servers, apiKey }: Site): Promise<{ replica: Map<string, number>; after: string }> {
  const replica = new Map<string, number>()
  let after: string | undefined
  let cursor = ''
  for (;;) {
    const query = `sort=id&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await fetch(`${servers[2]!.url}/api/v1/incidents?${query}`, { headers: { 'x-api-key': apiKey } })
    after ??= response.headers.get('tocsin-feed-position')!
    const { data, meta } = (await response.json()) as IncidentPage
    for (const { id, version } of data) replica.set(id, version)
    if (meta.nextCursor === null) return { replica, after }
    cursor = meta.nextCursor
  }
}
