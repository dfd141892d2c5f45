import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyBaseLogger } from 'fastify'
import { NIL as beforeAll } from 'uuid'
import type { Database } from '../../database/open.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import type { MediaStorage } from '../storage/storage.ts'
import { makeThumbnail, RendererUnavailable } from './make.ts'
import { claimFile, type ClaimedFile } from './queries.ts'
import { getsThumbnail } from '../thumbnail-formats.ts'
import { Renderer } from './renderer.ts'

/** Time that the response to an upload waits for its thumbnails. */
const answerMaximumMs = 1_000
/** Pause after the renderer could not start or load sharp. */
const unavailablePauseMs = 60_000
/** Finds files that other servers and the command line left pending, since they do not notify this server. */
const pollIntervalMs = 5_000

type AnyRenderer = Pick<Renderer, 'render' | 'close'>

export interface PendingThumbnailsOptions {
  service: Service
  storage: MediaStorage
  log: Pick<FastifyBaseLogger, 'warn'>
  renderer?: AnyRenderer
}

/**
 * Makes the thumbnails that the database lists as pending, one at a time, alternating between organizations. The list in
 * the database is the queue: any number of servers share the work, and a restart resumes it.
 */
export class PendingThumbnails {
  readonly #options: PendingThumbnailsOptions
  readonly #renderer: AnyRenderer
  readonly #stopping = new AbortController()
  /** Callbacks of the responses that wait, by file id. */
  readonly #waiting = new Map<Uuid, () => void>()
  #lastOrganization: Uuid = beforeAll
  #run: Promise<void> | undefined
  #isRequestedAgain = false
  #timer: NodeJS.Timeout | undefined
  #unavailableUntilMs = 0
  #hasReportedUnavailable = false

  constructor(options: PendingThumbnailsOptions) {
    this.#options = options
    this.#renderer = options.renderer ?? new Renderer()
  }

  /** Starts to make pending thumbnails, including those that another process left. */
  start(): void {
    this.#timer = setInterval(() => void this.makeDue(), pollIntervalMs).unref()
    void this.makeDue()
  }

  /**
   * Waits until every file has its thumbnail or turns out to get none, for at most one second.
   * @param files that have just been stored.
   */
  async waitFor(files: readonly { id: Uuid; contentType: string }[]): Promise<void> {
    const awaited = files.filter(getsThumbnail).map(({ id }) => id)
    if (awaited.length === 0 || !this.#mayMake()) return
    const all = Promise.all(awaited.map((id) => new Promise<void>((resolve) => void this.#waiting.set(id, resolve))))
    const answered = new AbortController()
    void this.makeDue()
    await Promise.race([all, delay(answerMaximumMs, undefined, { signal: answered.signal })])
    answered.abort()
    for (const id of awaited) this.#waiting.delete(id)
  }

  /** Makes every thumbnail that is due. Logs failures, and retries those files later. */
  makeDue(): Promise<void> {
    this.#isRequestedAgain = this.#run !== undefined
    this.#run ??= this.#makeAll().finally(() => {
      this.#run = undefined
      if (this.#isRequestedAgain) void this.makeDue()
    })
    return this.#run
  }

  /** Ends the renderer and releases the current file. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#renderer.close()
    for (const answer of this.#waiting.values()) answer()
    await this.#run
  }

  async #makeAll(): Promise<void> {
    const { service, log } = this.#options
    try {
      while (this.#mayMake()) {
        const file = await this.#claim(service.database)
        if (!file) return
        await this.#make(file)
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'thumbnails are delayed')
    }
  }

  /** Claims a file of the next organization. After the last organization comes the first again. */
  async #claim(database: Database): Promise<ClaimedFile | undefined> {
    const file = (await claimFile(database, this.#lastOrganization)) ?? (await claimFile(database, beforeAll))
    if (file) this.#lastOrganization = file.organizationId
    return file
  }

  async #make(file: ClaimedFile): Promise<void> {
    const { service, storage, log } = this.#options
    const scope = new OrganizationScope(file.organizationId, file.createdBy, service)
    const details = { organizationId: file.organizationId, mediaId: file.id, attempts: file.attempts }
    try {
      const outcome = await makeThumbnail(scope, storage, this.#renderer, file, this.#stopping.signal)
      if (outcome === 'given_up')
        log.warn(details, 'a file gets no thumbnail: decoding it ended the renderer each time')
      if (outcome !== 'failed') this.#waiting.get(file.id)?.()
    } catch (error) {
      if (!(error instanceof RendererUnavailable)) return log.warn({ err: error, ...details }, 'a thumbnail is delayed')
      if (!this.#hasReportedUnavailable) log.warn(`no thumbnails are made: ${error.message}`)
      this.#hasReportedUnavailable = true
      this.#unavailableUntilMs = Date.now() + unavailablePauseMs
    }
  }

  #mayMake(): boolean {
    return !this.#stopping.signal.aborted && Date.now() >= this.#unavailableUntilMs
  }
}
