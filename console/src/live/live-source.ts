import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { retryMaximumMs, retryMinimumMs, PendingUpdates, type LiveListener } from './pending-updates.ts'

/** Milliseconds between the loss of the connection and the notice about it. A shorter loss is not shown. */
const lostAfterMs = 4_000
/**
 * Milliseconds without a message after which the connection counts as dead. The server sends a message every 15
 * seconds.
 */
const silentAfterMs = 40_000
/** Milliseconds until a hidden page closes its connection, because browsers open only a few connections to one host. */
const closeHiddenAfterMs = 20_000

/** Stream of server-sent events that reports changes. All components of the console share this one connection. */
export class LiveSource {
  readonly #address: string
  readonly #onRejected: () => void
  readonly #listeners = new Set<PendingUpdates>()
  readonly #watchers = new Set<() => void>()
  #source: EventSource | undefined
  #isLost = false
  #lastHeardAt = 0
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #reopenTimer: ReturnType<typeof setTimeout> | undefined
  #reopenAfterMs = retryMinimumMs

  /**
   * Makes the stream, which does not connect until `start` is called.
   * @param address URL of the stream.
   * @param onRejected called when the response is not a stream, for example because the session has ended.
   */
  constructor(address: string, onRejected: () => void) {
    this.#address = address
    this.#onRejected = onRejected
  }

  start = (): void => {
    document.addEventListener('visibilitychange', this.#whenShownOrHidden)
    window.addEventListener('online', this.#whenOnline)
    if (document.visibilityState === 'visible') this.#open()
  }

  stop = (): void => {
    document.removeEventListener('visibilitychange', this.#whenShownOrHidden)
    window.removeEventListener('online', this.#whenOnline)
    clearTimeout(this.#hiddenTimer)
    this.#close()
  }

  /**
   * Registers a listener for updates.
   * @returns a function that removes the listener.
   */
  listen(listener: LiveListener): () => void {
    const pending = new PendingUpdates(listener)
    this.#listeners.add(pending)
    return () => {
      pending.stop()
      this.#listeners.delete(pending)
    }
  }

  /** Returns true if the connection has been lost for some seconds. Use it with `watch` in `useSyncExternalStore`. */
  isLost = (): boolean => this.#isLost

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #open(): void {
    if (this.#source) return
    const source = new EventSource(this.#address)
    this.#source = source
    for (const event of ['ready', 'still_here', 'reload', 'change'])
      source.addEventListener(event, this.#restartSilenceTimer)
    source.addEventListener('error', () => this.#onDisconnected(source))
    source.addEventListener('ready', () => {
      this.#onConnected()
      this.#reportMissedChanges()
    })
    source.addEventListener('reload', () => this.#reportMissedChanges())
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as LiveChange
      for (const listener of this.#listeners) listener.add(change)
    })
    this.#restartSilenceTimer()
  }

  #close(): void {
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#reopenTimer)
    this.#lostTimer = undefined
    this.#closeSource()
    this.#setLost(false)
  }

  #closeSource(): void {
    clearTimeout(this.#silenceTimer)
    this.#source?.close()
    this.#source = undefined
  }

  #onConnected(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
    this.#reopenAfterMs = retryMinimumMs
    this.#setLost(false)
  }

  #restartSilenceTimer = (): void => {
    clearTimeout(this.#silenceTimer)
    this.#lastHeardAt = Date.now()
    this.#silenceTimer = setTimeout(() => this.#reconnect(), silentAfterMs)
  }

  /**
   * Opens a new connection after a long silence. Browsers may not notice for minutes that the device left a network or
   * that a router dropped the connection.
   */
  #reconnect(): void {
    this.#startLostTimer()
    this.#closeSource()
    this.#open()
  }

  #startLostTimer(): void {
    this.#lostTimer ??= setTimeout(() => this.#setLost(true), lostAfterMs)
  }

  #onDisconnected(source: EventSource): void {
    this.#startLostTimer()
    // If the connection is not `CLOSED`, the browser reconnects by itself. Only a response that is not a stream makes
    // the connection `CLOSED`.
    if (source.readyState !== EventSource.CLOSED) return
    this.#onRejected()
    this.#closeSource()
    this.#reopenTimer = setTimeout(() => this.#open(), this.#reopenAfterMs)
    this.#reopenAfterMs = Math.min(this.#reopenAfterMs * 2, retryMaximumMs)
  }

  #whenShownOrHidden = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState !== 'visible') this.#hiddenTimer = setTimeout(() => this.#close(), closeHiddenAfterMs)
    // Compare clock times, because timers stop while the computer sleeps.
    else if (Date.now() - this.#lastHeardAt > silentAfterMs) this.#reconnect()
    else this.#open()
  }

  /** Opens a new connection, because the earlier connection may have died with the network without an error. */
  #whenOnline = (): void => {
    if (document.visibilityState === 'visible') this.#reconnect()
  }

  #reportMissedChanges(): void {
    for (const listener of this.#listeners) listener.addMissedChanges()
  }

  #setLost(isLost: boolean): void {
    if (this.#isLost === isLost) return
    this.#isLost = isLost
    for (const watcher of this.#watchers) watcher()
  }
}
