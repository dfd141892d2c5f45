import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Enough to keep PostgreSQL busy, few enough that a statement stays short. */
const batchMaximum = 100

interface Waiting<Item, Row> {
  item: Item
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: inserts for an Organization that arrive while one of its writes is in flight share the next statement.
 * The write-ahead log is flushed once for all of them, and a caller never waits when nothing is in flight.
 */
export class SharedWrites<Item extends { id: Uuid }, Row extends { id: Uuid }> {
  /** How often, in this process, a statement for several failed as a whole and each was written on its own. */
  static repetitions = 0

  readonly #insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>
  readonly #waitingByOrganization = new Map<Uuid, Waiting<Item, Row>[]>()

  /** @param insert inserts any number of items with one statement; an item and its resulting row have the same id. */
  constructor(insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>) {
    this.#insert = insert
  }

  /**
   * @param scope if it is in a transaction, the insert is not shared.
   * @returns the resulting row of this item, after commit; undefined when there is none.
   */
  async write(scope: OrganizationScope, item: Item): Promise<Row | undefined> {
    if (scope.database.isTransaction) return (await this.#insert(scope, [item]))[0]
    return new Promise((resolve, reject) => {
      const waiting = this.#waitingByOrganization.get(scope.organizationId)
      if (waiting) return void waiting.push({ item, resolve, reject })
      const queue = [{ item, resolve, reject }]
      this.#waitingByOrganization.set(scope.organizationId, queue)
      void this.#drain(scope, queue)
    })
  }

  async #drain(scope: OrganizationScope, queue: Waiting<Item, Row>[]): Promise<void> {
    while (queue.length > 0) await this.#writeTogether(scope, queue.splice(0, batchMaximum))
    this.#waitingByOrganization.delete(scope.organizationId)
  }

  async #writeTogether(scope: OrganizationScope, batch: Waiting<Item, Row>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const rows = new Map((await this.#insert(scope, items)).map((row) => [row.id, row]))
      // After the next statement has been sent, so that PostgreSQL works on it while these are answered.
      setImmediate(() => batch.forEach(({ item, resolve }) => resolve(rows.get(item.id))))
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) return batch.forEach(({ reject }) => reject(error))
      SharedWrites.repetitions++
      await this.#writeSingly(scope, batch)
    }
  }

  /** Whoever broke the statement is the only one to hear of it; when the database goes away meanwhile, all do at once. */
  async #writeSingly(scope: OrganizationScope, batch: Waiting<Item, Row>[]): Promise<void> {
    for (const [index, { item, resolve, reject }] of batch.entries()) {
      try {
        resolve((await this.#insert(scope, [item]))[0])
      } catch (error) {
        if (isDatabaseUnavailable(error)) return batch.slice(index).forEach((one) => one.reject(error))
        reject(error)
      }
    }
  }
}
