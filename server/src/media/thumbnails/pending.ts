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

/** Maximum time that the response to an upload waits for the thumbnails. */
const waitMaximumMs = 1_000
/** Pause before the next attempt after the renderer could not start or could not load sharp. */
const unavailablePauseMs = 60_000
/**
 * Interval between queries for pending files. Other servers and the command line add files without notifying this
 * server.
 */
const pollIntervalMs = 5_000

type AnyRenderer = Pick<Renderer, 'render' | 'close'>

export interface PendingThumbnailsOptions {
  service: Service
  storage: MediaStorage
  log: Pick<FastifyBaseLogger, 'warn'>
  renderer?: AnyRenderer
}

/**
 * Makes the thumbnails of files that are marked as pending in the database, one at a time, alternating between
 * organizations. Any number of servers can share the work. After a restart a server continues with the files that are
 * still pending.
 */
export class PendingThumbnails {
  readonly #options: PendingThumbnailsOptions
  readonly #renderer: AnyRenderer
  readonly #stopping = new AbortController()
  /** Callbacks of the responses that wait for a thumbnail, keyed by file id. */
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

  /** Starts to make pending thumbnails, including those of files that another process has added. */
  start(): void {
    this.#timer = setInterval(() => void this.makeDue(), pollIntervalMs).unref()
    void this.makeDue()
  }

  /**
   * Waits until each file has its thumbnail or certainly gets no thumbnail, but not longer than one second.
   * @param files files that have just been stored.
   */
  async waitFor(files: readonly { id: Uuid; contentType: string }[]): Promise<void> {
    const awaited = files.filter(getsThumbnail).map(({ id }) => id)
    if (awaited.length === 0 || !this.#mayMake()) return
    const all = Promise.all(awaited.map((id) => new Promise<void>((resolve) => void this.#waiting.set(id, resolve))))
    const over = new AbortController()
    void this.makeDue()
    await Promise.race([all, delay(waitMaximumMs, undefined, { signal: over.signal })])
    over.abort()
    for (const id of awaited) this.#waiting.delete(id)
  }

  /**
   * Makes every thumbnail that is due. If a thumbnail cannot be made, logs the failure, and the file is retried later.
   */
  makeDue(): Promise<void> {
    this.#isRequestedAgain = this.#run !== undefined
    this.#run ??= this.#makeAll().finally(() => {
      this.#run = undefined
      if (this.#isRequestedAgain) void this.makeDue()
    })
    return this.#run
  }

  /** Stops making thumbnails and ends the renderer. Another server can then claim the file that was being rendered. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#renderer.close()
    for (const resolve of this.#waiting.values()) resolve()
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

  /** Claims a pending file of the next organization. After the last organization, continues with the first. */
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
