/**
 * Progress of one endpoint through the feed. Events of different incidents are delivered at the same time, so a later
 * event may be delivered before an earlier one. The cursor stands before the first event that is not done.
 */
export class DeliveryCursor {
  #readUntil: number
  readonly #open = new Set<number>()
  readonly #deliveredAhead: Set<number>

  /**
   * @param position position up to which every event is done.
   * @param deliveredAhead positions of delivered events beyond it.
   */
  constructor(position: number, deliveredAhead: Iterable<number>) {
    this.#readUntil = position
    this.#deliveredAhead = new Set(deliveredAhead)
  }

  /** Position up to which the feed has been read. */
  get readUntil(): number {
    return this.#readUntil
  }

  /** Number of events that have been read and are not done. */
  get openCount(): number {
    return this.#open.size
  }

  /** Position up to which every event is done. */
  get position(): number {
    // Positions are added in rising order, so the first one is the lowest.
    const [firstOpen] = this.#open
    return firstOpen === undefined ? this.#readUntil : firstOpen - 1
  }

  /** Positions of delivered events beyond `position`, in rising order. A restart must not deliver these again. */
  get deliveredAhead(): number[] {
    const { position } = this
    return [...this.#deliveredAhead].filter((one) => one > position).toSorted((one, other) => one - other)
  }

  isDelivered(position: number): boolean {
    return this.#deliveredAhead.has(position)
  }

  /**
   * Moves on to the position up to which the feed has been read.
   * @param toDeliver positions of the events between the old and the new position that are to be delivered, in rising
   *   order.
   */
  advance(readUntil: number, toDeliver: number[]): void {
    for (const position of toDeliver) this.#open.add(position)
    this.#readUntil = readUntil
  }

  /** Marks an event as delivered, even if it was read before the cursor was made. */
  markDelivered(position: number): void {
    this.#open.delete(position)
    this.#deliveredAhead.add(position)
    const done = this.position
    for (const one of this.#deliveredAhead) if (one <= done) this.#deliveredAhead.delete(one)
  }

  /** Marks an event as done, because it is held back and will be found again by its incident. */
  markHeld(position: number): void {
    this.#open.delete(position)
  }
}
