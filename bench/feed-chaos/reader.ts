import { setTimeout as wait } from 'node:timers/promises'
import type { FeedEvent, FeedPage } from '@tocsin/contract/api/event.ts'
import type { SeenEvent } from './ledger.ts'
import { integerBelow, type Random } from './random.ts'
import type { ChaosServer } from './server.ts'

/** Timeout of a request. The server itself may wait up to 20 seconds for events. */
const timeoutMs = 40_000

/**
 * Follower of the feed. It reads from one server until a request fails, and then continues at the next server. It
 * stores a digest of each event that it has read, and a replica of the incidents.
 */
export class Reader {
  /** Last position that was read, as a number. */
  position: number
  /** Digests of the events, in the order in which they were read. */
  readonly digests: string[] = []
  /** Version of each incident that is not deleted, keyed by the id of the incident. */
  readonly replica: Map<string, number>
  readonly violations: string[] = []
  requests = 0
  moves = 0
  readonly #servers: ChaosServer[]
  readonly #apiKey: string
  readonly #random: Random
  #server: number
  #after: string

  /**
   * @param server index of the server at which the reader begins.
   * @param after position after which the reader begins, as text.
   * @param replica versions of the incidents that the reader knows at first. Some may include changes after the
   *   position `after`.
   */
  constructor(
    servers: ChaosServer[],
    server: number,
    apiKey: string,
    after: string,
    random: Random,
    replica = new Map<string, number>(),
  ) {
    this.replica = replica
    this.#servers = servers
    this.#server = server
    this.#apiKey = apiKey
    this.#after = after
    this.#random = random
    this.position = numberOf(after)
  }

  get after(): string {
    return this.#after
  }

  /** Follows the feed until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const page = await this.#read(signal).catch(() => undefined)
      if (page) this.#take(page)
      else if (!signal.aborted) await this.#move()
    }
  }

  async #read(signal: AbortSignal): Promise<FeedPage | undefined> {
    const { url } = this.#servers[this.#server]!
    if (url === undefined) return undefined
    this.requests++
    const limit = 1 + integerBelow(this.#random, 200)
    const response = await fetch(`${url}/api/v1/events?after=${this.#after}&limit=${limit}`, {
      headers: { 'x-api-key': this.#apiKey, prefer: 'wait=20' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.status === 200) return (await response.json()) as FeedPage
    const text = await response.text()
    if (response.status < 500) this.violations.push(`after ${this.#after}: ${response.status} ${text}`)
    return undefined
  }

  #take({ data, meta }: FeedPage): void {
    for (const event of data) {
      const number = numberOf(event.position)
      if (number !== this.position + 1) this.violations.push(`read position ${number} after ${this.position}`)
      this.position = number
      this.digests.push(digestOf(number, event))
      this.#apply(event)
    }
    if (numberOf(meta.position) !== this.position)
      this.violations.push(`${meta.position} ends a page at ${this.position}`)
    this.#after = meta.position
  }

  /** Updates the replica as docs/integrating.md says. */
  #apply({ position, incidentId, incident, data }: FeedEvent): void {
    if (incidentId === null || data.commentId != null) return
    if (!incident) return void this.replica.delete(incidentId)
    if (incident.version < Number(data.version ?? 1)) {
      this.violations.push(`${position} came with version ${incident.version}, before ${String(data.version)}`)
    }
    this.replica.set(incidentId, Math.max(incident.version, this.replica.get(incidentId) ?? 0))
  }

  async #move(): Promise<void> {
    this.moves++
    this.#server = (this.#server + 1) % this.#servers.length
    await wait(100)
  }
}

export const numberOf = (position: string): number => Number(position.slice(position.indexOf('-') + 1))

/** Writes an event as one text. The texts of an event from a reader and from the table must be equal. */
export const digestOf = (position: number, { id, kind, at, incidentId, data }: SeenEvent): string =>
  JSON.stringify([position, id, kind, at, incidentId, data])
