import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'

/** Large enough to share a flush among all usual callers, small enough that one statement stays short. */
const batchMaximum = { items: 100, characters: 4 * 1024 * 1024 }

interface Waiting<Item, Row> {
  item: Item
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: inserts of one organization that arrive while one of its inserts is in flight share the next statement, and
 * so one flush of the write-ahead log. Nobody waits when nothing is in flight.
 * @see docs/decisions/0003-creations-and-lists.md
 */
export class GroupCommit<Item extends { id: Uuid }, Row extends { id: Uuid }> {
  /** Statements in this process that failed as a whole, so that each item was inserted by itself. */
  static repetitions = 0

  readonly #insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>
  readonly #lengthOf: (item: Item) => number
  readonly #queues = new Map<Uuid, Waiting<Item, Row>[]>()

  /**
   * @param insert inserts any number of items with one statement; an item and its resulting row have the same id.
   * @param lengthOf length of the unbounded texts of an item, in characters.
   */
  constructor(insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>, lengthOf: (item: Item) => number) {
    this.#insert = insert
    this.#lengthOf = lengthOf
  }

  /**
   * Inserts one item, together with others of its organization.
   * @param scope inside a transaction, the insert is not shared.
   * @returns the item's row, after commit; undefined if the statement returned none for it.
   */
  async write(scope: OrganizationScope, item: Item): Promise<Row | undefined> {
    if (scope.database.isTransaction) return (await this.#insert(scope, [item]))[0]
    return new Promise((resolve, reject) => {
      const known = this.#queues.get(scope.organizationId)
      const queue = known ?? []
      queue.push({ item, resolve, reject })
      if (known) return
      this.#queues.set(scope.organizationId, queue)
      void this.#drain(scope, queue)
    })
  }

  async #drain(scope: OrganizationScope, queue: Waiting<Item, Row>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#batchLength(queue))
      try {
        await this.#writeBatch(scope, batch)
      } catch (error) {
        // The database is away: those behind would wait as long, only to receive the same error.
        for (const { reject } of [...batch, ...queue.splice(0)]) reject(error)
      }
    }
    this.#queues.delete(scope.organizationId)
  }

  #batchLength(queue: Waiting<Item, Row>[]): number {
    let characters = 0
    const beyond = queue.findIndex(({ item }, index) => {
      characters += this.#lengthOf(item)
      return index > 0 && (index === batchMaximum.items || characters > batchMaximum.characters)
    })
    return beyond === -1 ? queue.length : beyond
  }

  /** @throws only what says that the database is unavailable; any other error reaches the item that causes it. */
  async #writeBatch(scope: OrganizationScope, batch: Waiting<Item, Row>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const rows = new Map((await this.#insert(scope, items)).map((row) => [row.id, row]))
      for (const { item, resolve } of batch) resolve(rows.get(item.id))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (batch.length === 1) return batch[0]!.reject(error)
      GroupCommit.repetitions++
      // One item made the statement fail: insert each by itself, so that only that one receives the error.
      for (const each of batch) await this.#writeBatch(scope, [each])
    }
  }
}
