import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * Time in milliseconds for which a read waits for further callers. Open pages of the console ask within a few
 * milliseconds of each other, and no user notices the delay.
 */
const gatherMs = 50

/**
 * Maximum number of items that callers read together. A caller whose items would exceed this number starts another
 * read.
 */
const itemsMaximum = 100

/** Reads the values of items with one statement. */
type Load<Item, Value> = (items: ReadonlyMap<string, Item>) => Promise<ReadonlyMap<string, Value>>

interface Gathering<Item, Value> {
  items: Map<string, Item>
  values: Promise<ReadonlyMap<string, Value>>
}

/**
 * Lets callers of one organization share a read. Waits 50 ms for callers, and then reads their items with one
 * statement, each item once. The read starts after all its callers have asked, so it sees every value that was
 * committed before they asked.
 */
export class GatheredReads<Item, Value> {
  readonly #gatherings = new Map<Uuid, Gathering<Item, Value>>()

  /**
   * Reads the values of several items.
   * @param items items, keyed by a text that identifies the value. Items with the same key have the same value.
   * @param load reads the values of all gathered items. Callers who share a read also share its error.
   * @returns the values, with the same keys as the items. Also contains the values for other callers of the shared
   *   read.
   */
  async read(
    organizationId: Uuid,
    items: ReadonlyMap<string, Item>,
    load: Load<Item, Value>,
  ): Promise<ReadonlyMap<string, Value>> {
    const open = this.#gatherings.get(organizationId)
    const hasRoom = open && open.items.size + items.size <= itemsMaximum
    const gathering = hasRoom ? open : this.#begin(organizationId, load)
    for (const [key, item] of items) gathering.items.set(key, item)
    return gathering.values
  }

  #begin(organizationId: Uuid, load: Load<Item, Value>): Gathering<Item, Value> {
    const items = new Map<string, Item>()
    const end = () => {
      if (this.#gatherings.get(organizationId) === gathering) this.#gatherings.delete(organizationId)
      return load(items)
    }
    const gathering = { items, values: delay(gatherMs).then(end) }
    this.#gatherings.set(organizationId, gathering)
    return gathering
  }
}
