import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * Time in milliseconds during which callers gather. Open pages ask within a few milliseconds of each other, and nobody
 * notices the delay.
 */
const gatherMs = 50

/** Maximum number of items of a shared read. A caller whose items do not fit starts another read. */
const itemsMaximum = 100

/** Reads the values of items with one statement. */
type Load<Item, Value> = (items: ReadonlyMap<string, Item>) => Promise<ReadonlyMap<string, Value>>

interface Gathering<Item, Value> {
  items: Map<string, Item>
  values: Promise<ReadonlyMap<string, Value>>
}

/**
 * Gathers the callers of an organization for 50 ms, and reads the items of all of them at once. Shared items are read
 * once. Each read starts after its callers have asked, so they get everything that was committed before.
 */
export class GatheredReads<Item, Value> {
  readonly #gatherings = new Map<Uuid, Gathering<Item, Value>>()

  /**
   * Reads the values of several items.
   * @param items items by key. Items with the same key have the same value.
   * @param load reads the values of all gathered items. Callers who share a read also share its error.
   * @returns the values by key, also those that other callers asked for.
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
