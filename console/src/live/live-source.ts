import type { LiveChange } from '@tocsin/contract/live.ts'

/** What happened since a listener was last told. */
export interface LiveNews {
  changes: readonly LiveChange[]
  /** More may have happened than is told: what was read is read again. */
  isEverything: boolean
}

/**
 * A listener is told again only after its promise has settled; what happens meanwhile is told together. Where the promise
 * is rejected, it is told of everything a while later.
 */
type LiveListener = (news: LiveNews) => Promise<unknown> | void

/** What comes close together is told together. */
const gatherMs = 150
/** A connection that is back sooner was not worth a word. */
const lostAfterMs = 4_000
/** Browsers open few connections to one host: a page that nobody looks at gives its own back. */
const closeHiddenAfterMs = 20_000
/** What failed is tried again after this long, and twice as long after each further failure. */
const againMinimumMs = 2_000
const againMaximumMs = 60_000

/** The one connection of the console over which the server tells what changes. */
export class LiveSource {
  readonly #address: string
  readonly #onRefused: () => void
  readonly #listeners = new Set<Gathering>()
  readonly #watchers = new Set<() => void>()
  #source: EventSource | undefined
  #isLost = false
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #reopenTimer: ReturnType<typeof setTimeout> | undefined
  #reopenAfterMs = againMinimumMs

  /** @param onRefused is told when the server answers but gives no stream: perhaps the session is over. */
  constructor(address: string, onRefused: () => void) {
    this.#address = address
    this.#onRefused = onRefused
  }

  start = (): void => {
    document.addEventListener('visibilitychange', this.#whenShownOrHidden)
    if (document.visibilityState === 'visible') this.#open()
  }

  stop = (): void => {
    document.removeEventListener('visibilitychange', this.#whenShownOrHidden)
    clearTimeout(this.#hiddenTimer)
    this.#close()
  }

  /** @returns how to stop listening. */
  listen(listener: LiveListener): () => void {
    const gathering = new Gathering(listener)
    this.#listeners.add(gathering)
    return () => {
      gathering.stop()
      this.#listeners.delete(gathering)
    }
  }

  /** Whether the connection has been gone for long enough to say so; for `useSyncExternalStore`, as `watch`. */
  isLost = (): boolean => this.#isLost

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #open(): void {
    if (this.#source) return
    const source = new EventSource(this.#address)
    this.#source = source
    source.addEventListener('open', () => this.#connected())
    source.addEventListener('error', () => this.#disconnected(source))
    source.addEventListener('ready', () => this.#tellEverything())
    source.addEventListener('reload', () => this.#tellEverything())
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as LiveChange
      for (const listener of this.#listeners) listener.add(change)
    })
  }

  #close(): void {
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#reopenTimer)
    this.#lostTimer = undefined
    this.#source?.close()
    this.#source = undefined
    this.#setLost(false)
  }

  #connected(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
    this.#reopenAfterMs = againMinimumMs
    this.#setLost(false)
  }

  #disconnected(source: EventSource): void {
    this.#lostTimer ??= setTimeout(() => this.#setLost(true), lostAfterMs)
    // After an answer that is no stream, the browser does not try again by itself.
    if (source.readyState !== EventSource.CLOSED) return
    this.#onRefused()
    this.#source = undefined
    this.#reopenTimer = setTimeout(() => this.#open(), this.#reopenAfterMs)
    this.#reopenAfterMs = Math.min(this.#reopenAfterMs * 2, againMaximumMs)
  }

  #whenShownOrHidden = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') this.#open()
    else this.#hiddenTimer = setTimeout(() => this.#close(), closeHiddenAfterMs)
  }

  #tellEverything(): void {
    for (const listener of this.#listeners) listener.addEverything()
  }

  #setLost(isLost: boolean): void {
    if (this.#isLost === isLost) return
    this.#isLost = isLost
    for (const watcher of this.#watchers) watcher()
  }
}

/** What one listener has not been told yet. */
class Gathering {
  readonly #listener: LiveListener
  #changes: LiveChange[] = []
  #isEverything = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDue = false
  #isTelling = false
  #isStopped = false
  #againTimer: ReturnType<typeof setTimeout> | undefined
  #againAfterMs = againMinimumMs

  constructor(listener: LiveListener) {
    this.#listener = listener
  }

  add(change: LiveChange): void {
    this.#changes.push(change)
    this.#schedule()
  }

  addEverything(): void {
    this.#isEverything = true
    this.#schedule()
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#againTimer)
    this.#isStopped = true
  }

  #schedule(): void {
    this.#isDue = true
    if (!this.#isTelling && !this.#isStopped) this.#timer ??= setTimeout(() => void this.#tell(), gatherMs)
  }

  async #tell(): Promise<void> {
    const news = { changes: this.#changes, isEverything: this.#isEverything }
    clearTimeout(this.#againTimer)
    this.#timer = undefined
    this.#changes = []
    this.#isEverything = false
    this.#isDue = false
    this.#isTelling = true
    try {
      await this.#listener(news)
      this.#againAfterMs = againMinimumMs
    } catch {
      // What could not be read now is read again with the next news, or by itself where there are none.
      this.#isEverything = true
      this.#againTimer = setTimeout(() => this.#schedule(), this.#againAfterMs)
      this.#againAfterMs = Math.min(this.#againAfterMs * 2, againMaximumMs)
    }
    this.#isTelling = false
    if (this.#isDue) this.#schedule()
  }
}
