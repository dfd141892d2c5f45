import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'

/**
 * Maximum size of one transaction. It is large enough that all usual callers share a flush of the write-ahead log, and
 * small enough to keep the transaction short.
 */
const batchMaximum = { items: 100, characters: 4 * 1024 * 1024 }

export interface GroupedItem {
  id: Uuid
  /** Total length in characters of the item's texts for which there is no maximum length. */
  textLength: number
}

interface QueuedItem<Item, Row> {
  item: Item
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Writes the items of an organization in shared transactions. While one write is in flight, later writes of the
 * organization wait. They then share one transaction, and so one flush of the write-ahead log. A write starts at once
 * when none is in flight.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export class GroupCommit<Item extends GroupedItem, Row extends { id: Uuid }> {
  /** Number of transactions that failed and whose items were then written one by one. */
  repetitions = 0

  readonly #writeAll: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>
  readonly #queues = new Map<Uuid, QueuedItem<Item, Row>[]>()

  /**
   * @param writeAll writes any number of items in one transaction and returns their rows. An item and its row have the
   *   same id.
   */
  constructor(writeAll: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>) {
    this.#writeAll = writeAll
  }

  /**
   * Writes one item, possibly with other items of the organization in one transaction.
   * @param scope organization of the item. Inside a transaction, the item is written at once and alone. Await each
   *   write of a transaction before the next one, because a write may take several statements.
   * @returns the row that `writeAll` returned for the item. Outside a transaction, the row is committed. Undefined if
   *   `writeAll` returned no row with the item's id.
   */
  async write(scope: OrganizationScope, item: Item): Promise<Row | undefined> {
    if (scope.database.isTransaction) return (await this.#writeAll(scope, [item]))[0]
    return new Promise((resolve, reject) => {
      const running = this.#queues.get(scope.organizationId)
      const queue = running ?? []
      queue.push({ item, resolve, reject })
      if (running) return
      this.#queues.set(scope.organizationId, queue)
      void this.#drain(scope, queue)
    })
  }

  async #drain(scope: OrganizationScope, queue: QueuedItem<Item, Row>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#nextBatchSize(queue))
      try {
        await this.#writeBatch(scope, batch)
      } catch (error) {
        // The database is unavailable. Reject the queued items too, because they would wait equally long for the same
        // error.
        for (const { reject } of [...batch, ...queue.splice(0)]) reject(error)
      }
    }
    this.#queues.delete(scope.organizationId)
  }

  #nextBatchSize(queue: QueuedItem<Item, Row>[]): number {
    let characters = 0
    const firstBeyond = queue.findIndex(({ item }, index) => {
      characters += item.textLength
      return index > 0 && (index === batchMaximum.items || characters > batchMaximum.characters)
    })
    return firstBeyond === -1 ? queue.length : firstBeyond
  }

  /**
   * Writes the items of a batch and reports to each caller its row or its error.
   * @throws only errors that mean that the database is unavailable.
   */
  async #writeBatch(scope: OrganizationScope, batch: QueuedItem<Item, Row>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const rows = new Map((await this.#writeAll(scope, items)).map((row) => [row.id, row]))
      for (const { item, resolve } of batch) resolve(rows.get(item.id))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (batch.length === 1) return batch[0]!.reject(error)
      this.repetitions++
      // One item made the transaction fail. Write the items one by one, so that only the caller of this item gets the
      // error.
      for (const queued of batch) await this.#writeBatch(scope, [queued])
    }
  }
}
