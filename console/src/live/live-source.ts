import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { againMaximumMs, againMinimumMs, PendingUpdates, type LiveListener } from './pending-updates.ts'

/** A connection that is back sooner was not worth a word. */
const lostAfterMs = 4_000
/** The server is heard every 15 seconds. Where two of these and a while have passed without, nothing will come any more. */
const silentAfterMs = 40_000
/** Browsers open few connections to one host: a page that nobody looks at gives its own back. */
const closeHiddenAfterMs = 20_000

/** The one connection of the console over which the server tells what changes. */
export class LiveSource {
  readonly #address: string
  readonly #onRefused: () => void
  readonly #listeners = new Set<PendingUpdates>()
  readonly #watchers = new Set<() => void>()
  #source: EventSource | undefined
  #isLost = false
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
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
    const gathering = new PendingUpdates(listener)
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
    for (const event of ['ready', 'still_here', 'reload', 'change']) source.addEventListener(event, this.#heard)
    source.addEventListener('error', () => this.#disconnected(source))
    source.addEventListener('ready', () => {
      this.#connected()
      this.#tellEverything()
    })
    source.addEventListener('reload', () => this.#tellEverything())
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as LiveChange
      for (const listener of this.#listeners) listener.add(change)
    })
    this.#heard()
  }

  #close(): void {
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#reopenTimer)
    this.#lostTimer = undefined
    this.#leave()
    this.#setLost(false)
  }

  #leave(): void {
    clearTimeout(this.#silenceTimer)
    this.#source?.close()
    this.#source = undefined
  }

  #connected(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
    this.#reopenAfterMs = againMinimumMs
    this.#setLost(false)
  }

  #heard = (): void => {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#fellSilent(), silentAfterMs)
  }

  /** Of a network that was left, or a router that forgot the connection, a browser may not hear for many minutes. */
  #fellSilent(): void {
    this.#expectLoss()
    this.#leave()
    this.#open()
  }

  #expectLoss(): void {
    this.#lostTimer ??= setTimeout(() => this.#setLost(true), lostAfterMs)
  }

  #disconnected(source: EventSource): void {
    this.#expectLoss()
    // After an answer that is no stream, the browser does not try again by itself.
    if (source.readyState !== EventSource.CLOSED) return
    this.#onRefused()
    this.#leave()
    this.#reopenTimer = setTimeout(() => this.#open(), this.#reopenAfterMs)
    this.#reopenAfterMs = Math.min(this.#reopenAfterMs * 2, againMaximumMs)
  }

  #whenShownOrHidden = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') this.#open()
    else this.#hiddenTimer = setTimeout(() => this.#close(), closeHiddenAfterMs)
  }

  #tellEverything(): void {
    for (const listener of this.#listeners) listener.addUnknown()
  }

  #setLost(isLost: boolean): void {
    if (this.#isLost === isLost) return
    this.#isLost = isLost
    for (const watcher of this.#watchers) watcher()
  }
}
