import type { Database } from '../open.ts'

/**
 * Runs pieces of work in one transaction one after another. Work that takes several round trips needs this: other work
 * in the same transaction could otherwise run in between, because locks protect only against other transactions.
 */
export class TransactionQueue {
  readonly #last = new WeakMap<Database, Promise<unknown>>()

  /**
   * Outside a transaction, runs `work` at once. In a transaction, runs it after the earlier work of the same
   * transaction.
   */
  run<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
    if (!database.isTransaction) return work()
    const result = (this.#last.get(database) ?? Promise.resolve()).then(work)
    this.#last.set(
      database,
      result.catch(() => undefined),
    )
    return result
  }
}
