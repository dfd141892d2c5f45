import { randomUUID } from 'node:crypto'
import { setImmediate as everythingDue } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { expect, test } from 'vitest'
import { OrganizationScope } from '../../scope.ts'
import type { Database } from '../open.ts'
import { GroupCommit } from './group-commit.ts'

interface Item {
  id: Uuid
  /** What the statement fails with that has this item in it. */
  breaksWith?: Error
  characters?: number
}

const newScope = (isTransaction = false) =>
  new OrganizationScope(randomUUID(), randomUUID(), { isTransaction } as unknown as Database)

const newItems = (count: number): Item[] => Array.from({ length: count }, () => ({ id: randomUUID() }))

/** A table into which statements insert when they are told to end. */
function newTable() {
  const statements: { items: Item[]; end: () => void }[] = []
  const insert = async (_: OrganizationScope, items: Item[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    statements.push({ items, end: resolve })
    await promise
    const broken = items.find(({ breaksWith }) => breaksWith)
    if (broken) throw broken.breaksWith
    return items.toReversed()
  }
  /** Ends one statement after the other until no more begin. */
  const endAll = async () => {
    await everythingDue()
    for (const { end } of statements) {
      end()
      // The next begins first, and then its callers are answered.
      await everythingDue()
      await everythingDue()
    }
  }
  const writes = new GroupCommit<Item, Item>(insert, ({ characters = 0 }) => characters)
  /** The others come when the first is on its way. */
  const writeBehindFirst = async (scope: OrganizationScope, [first, ...others]: Item[]) => {
    const written = [writes.write(scope, first!)]
    await everythingDue()
    return { written: [...written, ...others.map((item) => writes.write(scope, item))] }
  }
  const sizes = () => statements.map(({ items }) => items.length)
  return { statements, sizes, endAll, writes, writeBehindFirst }
}

test('inserts the first item at once and those that arrive meanwhile together, each with its own row', async () => {
  const { sizes, endAll, writeBehindFirst } = newTable()
  const items = newItems(4)
  const { written } = await writeBehindFirst(newScope(), items)
  await everythingDue()
  expect(sizes()).toEqual([1])
  await endAll()
  expect(sizes()).toEqual([1, 3])
  expect(await Promise.all(written)).toEqual(items)
})

test('a statement carries at most a hundred items', async () => {
  const { sizes, endAll, writeBehindFirst } = newTable()
  const { written } = await writeBehindFirst(newScope(), newItems(202))
  await endAll()
  await Promise.all(written)
  expect(sizes()).toEqual([1, 100, 100, 1])
})

test('a statement carries at most four million characters, or a single item', async () => {
  const { sizes, endAll, writeBehindFirst } = newTable()
  const lengths = [9, 1, 1, 1, 1, 9, 2, 3].map((millions) => millions * 1024 * 1024)
  const items = lengths.map((characters) => ({ id: randomUUID(), characters }))
  const { written } = await writeBehindFirst(newScope(), items)
  await endAll()
  await Promise.all(written)
  expect(sizes()).toEqual([1, 4, 1, 1, 1])
})

test('an organization waits neither for another one nor for a transaction', async () => {
  const { statements, endAll, writes } = newTable()
  const scope = newScope()
  const inner = new OrganizationScope(scope.organizationId, scope.actorId, newScope(true).database)
  const written = [scope, newScope(), inner].map((each) => writes.write(each, newItems(1)[0]!))
  await everythingDue()
  expect(statements).toHaveLength(3)
  await endAll()
  await Promise.all(written)
})

test('an item that makes a statement fail is the only one refused', async () => {
  const { endAll, writes } = newTable()
  const scope = newScope()
  const items = newItems(4)
  items[2]!.breaksWith = new Error('division by zero')
  const written = Promise.allSettled(items.map((item) => writes.write(scope, item)))
  await endAll()
  expect((await written).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('counts statements whose items are inserted one by one', async () => {
  const { endAll, writes } = newTable()
  const scope = newScope()
  const items = newItems(4)
  items[0]!.breaksWith = items[2]!.breaksWith = new Error('division by zero')
  const before = GroupCommit.repetitions
  const written = Promise.allSettled(items.map((item) => writes.write(scope, item)))
  await endAll()
  await written
  expect(GroupCommit.repetitions).toBe(before + 1)
})

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

test.each([refused, timedOut])(
  'after $code every item of the statement is refused, and nothing is repeated',
  async (failure) => {
    const { sizes, endAll, writeBehindFirst } = newTable()
    const items = newItems(4)
    items[2]!.breaksWith = failure
    const before = GroupCommit.repetitions
    const { written } = await writeBehindFirst(newScope(), items)
    const outcomes = Promise.allSettled(written)
    await endAll()
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(sizes()).toEqual([1, 3])
    expect(GroupCommit.repetitions).toBe(before)
  },
)

test.each([refused, timedOut])(
  'after $code those who wait behind are refused at once, and the next item is written',
  async (failure) => {
    const { sizes, endAll, writes, writeBehindFirst } = newTable()
    const scope = newScope()
    const items = newItems(250)
    items[0]!.breaksWith = failure
    const { written } = await writeBehindFirst(scope, items)
    const outcomes = Promise.allSettled(written)
    await endAll()
    const rejected = (await outcomes).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(rejected).toEqual(items.map((_, index) => index))
    expect(sizes()).toEqual([1])

    const [last] = newItems(1)
    const lastWritten = writes.write(scope, last!)
    await endAll()
    expect(await lastWritten).toEqual(last)
  },
)

test('refuses the rest at once when the database goes away while items are inserted one by one', async () => {
  const { sizes, endAll, writeBehindFirst } = newTable()
  const items = newItems(5)
  items[1]!.breaksWith = new Error('division by zero')
  items[2]!.breaksWith = timedOut
  const { written } = await writeBehindFirst(newScope(), items)
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
