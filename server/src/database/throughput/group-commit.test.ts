import { randomUUID } from 'node:crypto'
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, test } from 'vitest'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import type { Database } from '../open.ts'
import { GroupCommit } from './group-commit.ts'

interface Item {
  id: Uuid
  /** Error of every statement that contains this item; undefined if the item can be inserted. */
  failure?: Error
  textLength: number
}

const newScope = (isTransaction = false) =>
  new OrganizationScope(randomUUID(), randomUUID(), {} as Service, {
    database: { isTransaction } as unknown as Database,
  })

const newItems = (count: number): Item[] => Array.from({ length: count }, () => ({ id: randomUUID(), textLength: 0 }))

/** Makes a table whose insert statements end when the test calls their `end`. */
function newTable() {
  const statements: { items: Item[]; end: () => void }[] = []
  const insert = async (_: OrganizationScope, items: Item[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    statements.push({ items, end: resolve })
    await promise
    const failing = items.find(({ failure }) => failure)
    if (failing) throw failing.failure
    return items.toReversed()
  }
  /** Ends all statements one after another, including statements that start in the meantime. */
  const endAll = async () => {
    await nextIteration()
    for (const { end } of statements) {
      end()
      // The next statement starts before the callers of the ended statement receive their rows.
      await nextIteration()
      await nextIteration()
    }
  }
  const commits = new GroupCommit<Item, Item>(insert)
  /** Starts the insert of the first item, and inserts the other items while the first statement is in flight. */
  const insertBehindFirst = async (scope: OrganizationScope, [first, ...others]: Item[]) => {
    const written = [commits.write(scope, first!)]
    await nextIteration()
    return { written: [...written, ...others.map((item) => commits.write(scope, item))] }
  }
  const sizes = () => statements.map(({ items }) => items.length)
  return { statements, sizes, endAll, commits, insertBehindFirst }
}

test('group commit inserts the first item at once, later items together, and returns the row of each item to its caller', async () => {
  const { sizes, endAll, insertBehindFirst } = newTable()
  const items = newItems(4)
  const { written } = await insertBehindFirst(newScope(), items)
  await nextIteration()
  expect(sizes()).toEqual([1])
  await endAll()
  expect(sizes()).toEqual([1, 3])
  expect(await Promise.all(written)).toEqual(items)
})

test('group commit inserts at most a hundred items with one statement', async () => {
  const { sizes, endAll, insertBehindFirst } = newTable()
  const { written } = await insertBehindFirst(newScope(), newItems(202))
  await endAll()
  await Promise.all(written)
  expect(sizes()).toEqual([1, 100, 100, 1])
})

test('group commit inserts at most 4 × 1024² characters with one statement, and a longer item with its own statement', async () => {
  const { sizes, endAll, insertBehindFirst } = newTable()
  const lengths = [9, 1, 1, 1, 1, 9, 2, 3].map((millions) => millions * 1024 * 1024)
  const items = lengths.map((textLength) => ({ id: randomUUID(), textLength }))
  const { written } = await insertBehindFirst(newScope(), items)
  await endAll()
  await Promise.all(written)
  expect(sizes()).toEqual([1, 4, 1, 1, 1])
})

test('while an insert is in flight, inserts of another organization start at once, and so do inserts inside a transaction', async () => {
  const { statements, endAll, commits } = newTable()
  const scope = newScope()
  const inner = new OrganizationScope(scope.organizationId, scope.actorId, scope.service, newScope(true))
  const written = [scope, newScope(), inner].map((each) => commits.write(each, newItems(1)[0]!))
  await nextIteration()
  expect(statements).toHaveLength(3)
  await endAll()
  await Promise.all(written)
})

test('group commit rejects only the item that makes a statement fail, and inserts the other items of the statement', async () => {
  const { endAll, commits } = newTable()
  const scope = newScope()
  const items = newItems(4)
  items[2]!.failure = new Error('division by zero')
  const written = Promise.allSettled(items.map((item) => commits.write(scope, item)))
  await endAll()
  expect((await written).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('`repetitions` counts the failed statements whose items group commit then inserted one by one', async () => {
  const { endAll, commits } = newTable()
  const scope = newScope()
  const items = newItems(4)
  items[0]!.failure = items[2]!.failure = new Error('division by zero')
  const written = Promise.allSettled(items.map((item) => commits.write(scope, item)))
  await endAll()
  await written
  expect(commits.repetitions).toBe(1)
})

const connectionRefused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
/** Error of a statement that got no connection, because its organization already used all its connections. */
const noConnection = new Problem('unavailable')

test.each([connectionRefused, timedOut, noConnection])(
  'if a statement fails with the error $code, group commit rejects all its items and does not insert them one by one',
  async (failure) => {
    const { sizes, endAll, commits, insertBehindFirst } = newTable()
    const items = newItems(4)
    items[2]!.failure = failure
    const { written } = await insertBehindFirst(newScope(), items)
    const outcomes = Promise.allSettled(written)
    await endAll()
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(sizes()).toEqual([1, 3])
    expect(commits.repetitions).toBe(0)
  },
)

test.each([connectionRefused, timedOut, noConnection])(
  'if a statement fails with the error $code, group commit rejects all queued items, but inserts an item that arrives later',
  async (failure) => {
    const { sizes, endAll, commits, insertBehindFirst } = newTable()
    const scope = newScope()
    const items = newItems(250)
    items[0]!.failure = failure
    const { written } = await insertBehindFirst(scope, items)
    const outcomes = Promise.allSettled(written)
    await endAll()
    const rejected = (await outcomes).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(rejected).toEqual(items.map((_, index) => index))
    expect(sizes()).toEqual([1])

    const [last] = newItems(1)
    const lastWritten = commits.write(scope, last!)
    await endAll()
    expect(await lastWritten).toEqual(last)
  },
)

test('group commit rejects the remaining items if the database becomes unavailable while it inserts items one by one', async () => {
  const { sizes, endAll, insertBehindFirst } = newTable()
  const items = newItems(5)
  items[1]!.failure = new Error('division by zero')
  items[2]!.failure = timedOut
  const { written } = await insertBehindFirst(newScope(), items)
  const outcomes = Promise.allSettled(written)
  await endAll()
  expect((await outcomes).map((one) => (one.status === 'rejected' ? one.reason.message : one.status))).toEqual([
    'fulfilled',
    'division by zero',
    timedOut.message,
    timedOut.message,
    timedOut.message,
  ])
  expect(sizes()).toEqual([1, 4, 1, 1])
})
