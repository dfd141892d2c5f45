import type { Uuid } from '@tocsin/contract/scalars.ts'
import { OrganizationScope } from '../scope.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { Queue } from './queue.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Enough to keep PostgreSQL busy, few and short enough that a statement stays so. */
const batchMaximum = { items: 100, characters: 4 * 1024 * 1024 }
/** So many rows take as long as a statement does by itself: to halve fewer would cost more than it brings. */
const smallestHalf = 8

interface Waiting<Item, Row> {
  item: Item
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: inserts for an Organization that arrive while one of its writes is in flight share the next statements.
 * The write-ahead log is flushed once for all of one, and a caller never waits when nothing is in flight.
 */
export class SharedWrites<Item extends { id: Uuid }, Row extends { id: Uuid }> {
  /** How often, in this process, a statement for several failed as a whole and each was written on its own. */
  static repetitions = 0

  readonly #insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>
  readonly #lengthOf: (item: Item) => number
  readonly #queues = new Map<Uuid, Queue<Waiting<Item, Row>>>()

  /**
   * @param insert inserts any number of items with one statement; an item and its resulting row have the same id.
   * @param lengthOf of the texts of an item, in characters, where they may be long.
   */
  constructor(insert: (scope: OrganizationScope, items: Item[]) => Promise<Row[]>, lengthOf: (item: Item) => number) {
    this.#insert = insert
    this.#lengthOf = lengthOf
  }

  /**
   * @param scope if it is in a transaction, the insert is not shared.
   * @returns the resulting row of this item, after commit; undefined when there is none.
   */
  async write(scope: OrganizationScope, item: Item): Promise<Row | undefined> {
    if (scope.database.isTransaction) return (await this.#insert(scope, [item]))[0]
    return new Promise((resolve, reject) => {
      const known = this.#queues.get(scope.organizationId)
      const queue = known ?? new Queue()
      queue.push({ item, resolve, reject })
      if (known) return
      this.#queues.set(scope.organizationId, queue)
      void this.#drain(scope, queue)
    })
  }

  async #drain(scope: OrganizationScope, queue: Queue<Waiting<Item, Row>>): Promise<void> {
    while (queue.length > 0) {
      const pipeline = await openPipeline(scope.database).catch((error) => rejectAll(queue.takeAll(), error))
      if (pipeline) await this.#drainInto(pipeline, scope, queue).finally(() => pipeline.close())
    }
    this.#queues.delete(scope.organizationId)
  }

  /** Until nobody waits in the queue, or others wait for the connection. Two statements are on their way at most. */
  async #drainInto(pipeline: Pipeline, scope: OrganizationScope, queue: Queue<Waiting<Item, Row>>): Promise<void> {
    const piped = new OrganizationScope(scope.organizationId, scope.actorId, pipeline.database)
    let answered = 0
    let underWay = 0
    let before = Promise.resolve()
    const half = (): number => halfOf(queue.length + underWay + answered)
    do {
      const batch = this.#takeBatch(queue, half())
      const writing = this.#writeTogether(piped, batch, queue)
      // It may still be repeated one by one, and until then the connection must not be given back.
      await before
      answered = underWay
      underWay = batch.length
      before = writing
      // PostgreSQL is to find the next one when it is done with this one.
      await Promise.race([writing, queue.reaches(half())])
    } while (queue.length > 0 && !pipeline.isWanted())
    await before
  }

  #takeBatch(queue: Queue<Waiting<Item, Row>>, itemsMaximum: number): Waiting<Item, Row>[] {
    let characters = 0
    const isBeyond = ({ item }: Waiting<Item, Row>, index: number): boolean => {
      characters += this.#lengthOf(item)
      return index > 0 && (index === itemsMaximum || characters > batchMaximum.characters)
    }
    return queue.takeUntil(isBeyond)
  }

  /** Tells everybody in the batch; when the database has gone away, everybody in the queue as well. */
  async #writeTogether(
    scope: OrganizationScope,
    batch: Waiting<Item, Row>[],
    queue: Queue<Waiting<Item, Row>>,
  ): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const rows = new Map((await this.#insert(scope, items)).map((row) => [row.id, row]))
      // After the next statement has been sent, so that PostgreSQL works on it while these are answered.
      setImmediate(() => batch.forEach(({ item, resolve }) => resolve(rows.get(item.id))))
    } catch (error) {
      // Whoever waits behind would wait as long again, only to hear the same.
      if (isDatabaseUnavailable(error)) return rejectAll([...batch, ...queue.takeAll()], error)
      if (batch.length === 1) return batch[0]!.reject(error)
      SharedWrites.repetitions++
      await this.#writeSingly(scope, batch, queue)
    }
  }

  /** Whoever broke the statement is the only one to hear of it. */
  async #writeSingly(
    scope: OrganizationScope,
    batch: Waiting<Item, Row>[],
    queue: Queue<Waiting<Item, Row>>,
  ): Promise<void> {
    for (const [index, { item, resolve, reject }] of batch.entries()) {
      try {
        resolve((await this.#insert(scope, [item]))[0])
      } catch (error) {
        if (isDatabaseUnavailable(error)) return rejectAll([...batch.slice(index), ...queue.takeAll()], error)
        reject(error)
      }
    }
  }
}

function rejectAll(waiting: { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of waiting) reject(error)
}

/**
 * How many to take where so many callers wait, are being written or have just been answered, who soon come with another item.
 * If all who wait were taken, a long statement would be followed by a short one, for the few who came meanwhile, and that by
 * a long one again: PostgreSQL would wait for the server, then the server for PostgreSQL.
 */
const halfOf = (callers: number): number => Math.min(batchMaximum.items, Math.max(smallestHalf, Math.ceil(callers / 2)))
