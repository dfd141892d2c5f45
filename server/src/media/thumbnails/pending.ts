import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyBaseLogger } from 'fastify'
import { NIL as beforeAll } from 'uuid'
import type { Database } from '../../database/open.ts'
import { OrganizationScope } from '../../scope.ts'
import type { MediaStorage } from '../storage/storage.ts'
import { makeThumbnail, RendererUnavailable } from './make.ts'
import { claimFile, type ClaimedFile } from './queries.ts'
import { getsThumbnail } from '../thumbnail-formats.ts'
import { Renderer } from './renderer.ts'

/** An upload's answer waits this long for its thumbnails. */
const answerMaximumMs = 1_000
/** A renderer that cannot start, or lacks sharp, is not tried with every file. */
const unavailablePauseMs = 60_000
/** Other servers and the command line leave files to make; nobody reports them here. */
const pollIntervalMs = 5_000

type AnyRenderer = Pick<Renderer, 'render' | 'close'>

export interface PendingThumbnailsOptions {
  database: Database
  storage: MediaStorage
  log: Pick<FastifyBaseLogger, 'warn'>
  renderer?: AnyRenderer
}

/**
 * Makes the thumbnails that the database lists as pending, one at a time, one file of each organization in turn. The list
 * is the queue: nothing but the file at hand is in memory, any number of servers share the work, and a restart resumes it.
 */
export class PendingThumbnails {
  readonly #options: PendingThumbnailsOptions
  readonly #renderer: AnyRenderer
  readonly #stopping = new AbortController()
  /** Answers that wait, by the id of the file. */
  readonly #waiting = new Map<Uuid, () => void>()
  #served: Uuid = beforeAll
  #run: Promise<void> | undefined
  #isAskedAgain = false
  #timer: NodeJS.Timeout | undefined
  #unavailableUntilMs = 0
  #hasReportedUnavailable = false

  constructor(options: PendingThumbnailsOptions) {
    this.#options = options
    this.#renderer = options.renderer ?? new Renderer()
  }

  /** Makes what is pending from now on, what another process left included. */
  start(): void {
    this.#timer = setInterval(() => void this.makeDue(), pollIntervalMs).unref()
    void this.makeDue()
  }

  /**
   * Resolves once every file has its thumbnail, or turns out to get none, or a second has passed.
   * @param files that have just been stored.
   */
  async settled(files: readonly { id: Uuid; contentType: string }[]): Promise<void> {
    const awaited = files.filter(getsThumbnail).map(({ id }) => id)
    if (awaited.length === 0 || !this.#mayMake()) return
    const all = Promise.all(awaited.map((id) => new Promise<void>((resolve) => void this.#waiting.set(id, resolve))))
    const answered = new AbortController()
    void this.makeDue()
    await Promise.race([all, delay(answerMaximumMs, undefined, { signal: answered.signal })])
    answered.abort()
    for (const id of awaited) this.#waiting.delete(id)
  }

  /** Resolves when nothing is due any more. A failure is logged, and the file is tried again later. */
  makeDue(): Promise<void> {
    this.#isAskedAgain = this.#run !== undefined
    this.#run ??= this.#makeAll().finally(() => {
      this.#run = undefined
      if (this.#isAskedAgain) void this.makeDue()
    })
    return this.#run
  }

  /** Ends the renderer and gives back the file at hand. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#renderer.close()
    for (const answer of this.#waiting.values()) answer()
    await this.#run
  }

  async #makeAll(): Promise<void> {
    const { database, log } = this.#options
    try {
      while (this.#mayMake()) {
        const file = await this.#claim(database)
        if (!file) return
        await this.#make(file)
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'thumbnails are delayed')
    }
  }

  /** The next organization's turn; behind the last one it is the first one's. */
  async #claim(database: Database): Promise<ClaimedFile | undefined> {
    const file = (await claimFile(database, this.#served)) ?? (await claimFile(database, beforeAll))
    if (file) this.#served = file.organizationId
    return file
  }

  async #make(file: ClaimedFile): Promise<void> {
    const { database, storage, log } = this.#options
    const scope = new OrganizationScope(file.organizationId, file.createdBy, database)
    const details = { organizationId: file.organizationId, mediaId: file.id, attempts: file.attempts }
    try {
      const making = await makeThumbnail(scope, storage, this.#renderer, file, this.#stopping.signal)
      if (making === 'given_up') log.warn(details, 'a file gets no thumbnail: decoding it ended the renderer each time')
      if (making !== 'failed') this.#waiting.get(file.id)?.()
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
