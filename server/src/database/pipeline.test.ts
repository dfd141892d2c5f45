import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/temporary-folder.ts'
import { OrganizationScope } from '../scope.ts'
import { openDatabase, type Database } from './open.ts'
import { openPipeline } from './pipeline.ts'
import { SharedWrites } from './shared-writes.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const dataFolder = await makeTemporaryFolder('pipeline')
const answerMaximumMs = 4_000
const open = () =>
  openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined, connections: 1, answerMaximumMs })
const opened = await open()
const { database } = opened
const other = await open()
afterAll(async () => {
  await other.close()
  await opened.close()
  await removeFolder(dataFolder)
})

const findBackend = async (on: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid, ${'x'}::text`.execute(on)).rows[0]!.pid
const divide = async (on: Database, by: number) =>
  (await sql<{ quotient: number }>`select 6 / ${by}::int as quotient`.execute(on)).rows[0]!.quotient

test('statements run one after the other on one connection, and one that fails harms no other', async () => {
  const pipeline = await openPipeline(database)
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => findBackend(pipeline.database)))
  expect(others).toEqual([first, first])
  const outcomes = await Promise.allSettled([2, 0, 3].map((by) => divide(pipeline.database, by)))
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    3,
    'division by zero',
    2,
  ])
  pipeline.close()
  expect(await findBackend(database)).toBe(first)
})

test('each statement has its own time to be answered, which begins when the one before has been', async () => {
  const pipeline = await openPipeline(database)
  const sleep = () => sql`select pg_sleep(${0.6 * (answerMaximumMs / 1000)})`.execute(pipeline.database)
  const outcomes = await Promise.allSettled([sleep(), sleep()])
  pipeline.close()
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('with its connection all that were sent are lost, and the next pipeline takes another one', async () => {
  const pipeline = await openPipeline(database)
  const lost = await findBackend(pipeline.database)
  const sleep = () => sql`select pg_sleep(${60})`.execute(pipeline.database)
  const outcomes = Promise.allSettled([sleep(), sleep()])
  await sql`select pg_terminate_backend(${lost})`.execute(other.database)
  const errors = (await outcomes).map((one) => one.status === 'rejected' && isDatabaseUnavailable(one.reason))
  expect(errors).toEqual([true, true])
  pipeline.close()
  const next = await openPipeline(database)
  expect(await findBackend(next.database)).not.toBe(lost)
  next.close()
})

test('a transaction is a pipeline of its own', async () => {
  await database.transaction().execute(async (transaction) => {
    const pipeline = await openPipeline(transaction)
    expect(await findBackend(pipeline.database)).toBe(await findBackend(transaction))
    pipeline.close()
  })
})

test('whoever waits for a connection gets it, though an Organization never ends writing', async () => {
  const writes = new SharedWrites<{ id: string }, { id: string }>(
    async (scope, items) => {
      await sql`select pg_sleep(${0.02})`.execute(scope.database)
      return items
    },
    () => 0,
  )
  const scope = new OrganizationScope(randomUUID(), randomUUID(), database)
  const over = new AbortController()
  const callers = Array.from({ length: 40 }, async () => {
    while (!over.signal.aborted) await writes.write(scope, { id: randomUUID() })
  })
  const backends = await Promise.allSettled([1, 2, 3].map(() => findBackend(database)))
  over.abort()
  await Promise.all(callers)
  expect(backends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

test('a connection is not given back while a statement is repeated one by one', async () => {
  let underWay = 0
  let statements = 0
  const [first, behind] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writes = new SharedWrites<{ id: string; isBroken: boolean }, { id: string }>(
    async (scope, items) => {
      if (items.length > 1) statements++
      if (items.some(({ isBroken }) => isBroken)) throw new Error('broken')
      underWay++
      first.resolve()
      if (statements === 2) behind.resolve()
      await sql`select pg_sleep(${0.02})`.execute(scope.database)
      underWay--
      return items
    },
    () => 0,
  )
  const scope = new OrganizationScope(randomUUID(), randomUUID(), database)
  const write = (isBroken = false) => writes.write(scope, { id: randomUUID(), isBroken })
  const written = [write()]
  await first.promise
  written.push(write(true), ...Array.from({ length: 19 }, () => write()))
  const outcomes = Promise.allSettled(written)
  await behind.promise
  // Whoever has the only connection is alone on it.
  expect(await database.connection().execute(async () => underWay)).toBe(0)
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 19 }, () => 'fulfilled'),
  ])
})
