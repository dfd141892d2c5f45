/** Those who wait, in the order in which they came. */
export class Queue<Item> {
  #items: Item[] = []
  #awaited = { length: Infinity, tell: (): void => undefined }

  get length(): number {
    return this.#items.length
  }

  push(item: Item): void {
    this.#items.push(item)
    if (this.length >= this.#awaited.length) this.#awaited.tell()
  }

  /** Takes those before the first that `isBeyond`. */
  takeUntil(isBeyond: (item: Item, index: number) => boolean): Item[] {
    const length = this.#items.findIndex(isBeyond)
    return length === -1 ? this.takeAll() : this.#items.splice(0, length)
  }

  takeAll(): Item[] {
    return this.#items.splice(0)
  }

  /** Resolves as soon as so many wait, unless it is called again before. */
  reaches(length: number): Promise<void> {
    return new Promise((tell) => {
      this.#awaited = { length, tell }
      if (this.length >= length) tell()
    })
  }
}
