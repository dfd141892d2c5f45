interface Waiter {
  enter: () => void
  reject: () => void
}

/**
 * Queue with a separate lane for each caller. It serves the lanes in rotation, so that a caller with a hundred requests
 * does not delay other callers.
 */
export class FairQueue {
  readonly #maximum: number
  /**
   * Lanes, keyed by caller. Each lane has the waiting calls of one caller. The lane that is served next comes first.
   */
  readonly #lanes = new Map<string, Waiter[]>()
  #length = 0

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /**
   * Adds a waiter to the lane `key`. If the queue is full, rejects the latest waiter of the longest lane, possibly the
   * new one.
   */
  add(key: string, waiter: Waiter): void {
    if (this.#length >= this.#maximum && !this.#makeRoomFor(key)) return waiter.reject()
    const lane = this.#lanes.get(key)
    if (lane) lane.push(waiter)
    else this.#lanes.set(key, [waiter])
    this.#length++
  }

  /**
   * Returns the first waiter of the next lane that is not busy. Removes the waiter, and moves its lane to the end of
   * the rotation.
   */
  next(isBusy: (key: string) => boolean): { key: string; waiter: Waiter } | undefined {
    for (const [key, lane] of this.#lanes) {
      if (isBusy(key)) continue
      const waiter = lane[0]!
      this.delete(key, waiter)
      if (this.#lanes.delete(key)) this.#lanes.set(key, lane)
      return { key, waiter }
    }
    return undefined
  }

  delete(key: string, waiter: Waiter): void {
    const lane = this.#lanes.get(key)
    const place = lane?.indexOf(waiter) ?? -1
    if (!lane || place < 0) return
    lane.splice(place, 1)
    this.#length--
    if (lane.length === 0) this.#lanes.delete(key)
  }

  #makeRoomFor(key: string): boolean {
    const [longest, lane] = [...this.#lanes].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    if (lane.length <= (this.#lanes.get(key)?.length ?? 0) + 1) return false
    const latest = lane.at(-1)!
    this.delete(longest, latest)
    latest.reject()
    return true
  }
}
