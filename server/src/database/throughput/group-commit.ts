import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'

/** Large enough to share a flush among all usual callers, small enough to keep one statement short. */
const batchMaximum = { items: 100, characters: 4 * 1024 * 1024 }

interface GroupedItem {
  id: Uuid
  /** Length of the item's unbounded texts, in characters. */
  textLength: number
}

interface QueuedItem<Item, Row> {
  item: Item
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: inserts of one organization that arrive while one of its inserts is in flight share the next statement, and
 * therefore one flush of the write-ahead log. An insert starts at once when none is in flight.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export class GroupCommit<Item extends GroupedItem, Row extends { id: Uuid }> {
  /** Number of statements that failed as a whole and were repeated item by item. */
  repetitions = 0

  readonly #insertAll: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>
  readonly #queues = new Map<Uuid, QueuedItem<Item, Row>[]>()

  /** @param insertAll inserts any number of items with one statement; an item and its row have the same id. */
  constructor(insertAll: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>) {
    this.#insertAll = insertAll
  }

  /**
   * Inserts one item, together with others of its organization.
   * @param scope of the item's organization; inside a transaction, the statement is not shared.
   * @returns the item's row, after commit; undefined if the statement returned none for it.
   */
  async insert(scope: OrganizationScope, item: Item): Promise<Row | undefined> {
    if (scope.database.isTransaction) return (await this.#insertAll(scope, [item]))[0]
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
        await this.#insertBatch(scope, batch)
      } catch (error) {
        // The database is unavailable: items behind the batch would wait as long for the same error.
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

  /** @throws only errors that mean the database is unavailable; any other error reaches the item that causes it. */
  async #insertBatch(scope: OrganizationScope, batch: QueuedItem<Item, Row>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const rows = new Map((await this.#insertAll(scope, items)).map((row) => [row.id, row]))
      for (const { item, resolve } of batch) resolve(rows.get(item.id))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (batch.length === 1) return batch[0]!.reject(error)
      this.repetitions++
      // One item made the statement fail: insert each alone, so that only that one receives the error.
      for (const queued of batch) await this.#insertBatch(scope, [queued])
    }
  }
}
