/**
 * Progress of one endpoint through the feed. An event is done when it has been delivered or is held back. Events of
 * different incidents are delivered at the same time, so a later event may be delivered before an earlier one. The
 * position of the cursor is directly before the first event that is not done.
 */
export class DeliveryCursor {
  #readUntil: number
  readonly #open = new Set<number>()
  readonly #deliveredAhead: Set<number>

  /**
   * @param position position up to which every event has been delivered or is held back.
   * @param deliveredAhead positions of delivered events beyond `position`.
   */
  constructor(position: number, deliveredAhead: Iterable<number>) {
    this.#readUntil = position
    this.#deliveredAhead = new Set(deliveredAhead)
  }

  /** The feed has been read up to this position. */
  get readUntil(): number {
    return this.#readUntil
  }

  /** Number of events that have been read, but neither delivered nor held back. */
  get openCount(): number {
    return this.#open.size
  }

  /**
   * Number of delivered events between `position` and `readUntil`. An event beyond `readUntil` that was delivered
   * before a restart counts only after it has been read again.
   */
  get deliveredAheadCount(): number {
    return this.deliveredAhead.filter((one) => one <= this.#readUntil).length
  }

  /** Position up to which every event has been delivered or is held back. */
  get position(): number {
    // Positions are added in rising order, so the first one is the lowest.
    const [firstOpen] = this.#open
    return firstOpen === undefined ? this.#readUntil : firstOpen - 1
  }

  /**
   * Positions of delivered events beyond `position`, in rising order. These events must not be delivered again after a
   * restart.
   */
  get deliveredAhead(): number[] {
    const { position } = this
    return [...this.#deliveredAhead].filter((one) => one > position).toSorted((one, other) => one - other)
  }

  isDelivered(position: number): boolean {
    return this.#deliveredAhead.has(position)
  }

  /**
   * Records that the feed has been read up to the position `readUntil`.
   * @param toDeliver positions of the newly read events that are to be delivered, in rising order.
   */
  advance(readUntil: number, toDeliver: number[]): void {
    for (const position of toDeliver) this.#open.add(position)
    this.#readUntil = readUntil
  }

  /** Marks an event as delivered. The event may have been read before this cursor was created. */
  markDelivered(position: number): void {
    this.#open.delete(position)
    this.#deliveredAhead.add(position)
    const done = this.position
    for (const one of this.#deliveredAhead) if (one <= done) this.#deliveredAhead.delete(one)
  }

  /** Marks an event as held back, which counts as done. The backlog finds the event again through its incident. */
  markHeld(position: number): void {
    this.#open.delete(position)
  }
}
