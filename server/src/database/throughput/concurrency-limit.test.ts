import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Makes a piece of work that ends when the test calls `end` or `fail`. */
function newWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, run: () => ((work.hasBegun = true), promise) }
  return work
}

function newLimit() {
  const limit = new ConcurrencyLimit({ runningMaximum: 2, waitingMaximum: 2 })
  const run = async <Value>(work: () => Promise<Value>, weight?: number): Promise<Value> => {
    const release = await limit.acquire(weight)
    return work().finally(release)
  }
  return { run, isIdle: () => limit.isIdle }
}

test('a concurrency limit runs pieces of work in the order of their arrival, and only the allowed number at once', async () => {
  const { run } = newLimit()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.map((work) => run(work.run))
  await nextIteration()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false])
  works[1]!.end()
  await ends[1]
  await nextIteration()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false])
})

test('a concurrency limit starts the next piece of work in its queue after a running piece has failed', async () => {
  const { run } = newLimit()
  const works = Array.from({ length: 3 }, newWork)
  const ends = works.map((work) => run(work.run))
  works[0]!.fail(new Error('out of memory'))
  await expect(ends[0]).rejects.toThrow('out of memory')
  await nextIteration()
  expect(works[2]!.hasBegun).toBe(true)
})

test('a concurrency limit rejects new work while its queue is full, and accepts new work when its queue is empty again', async () => {
  const { run } = newLimit()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.map((work) => run(work.run))
  await expect(run(newWork().run)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  works.forEach(({ end }) => end())
  await Promise.all(ends)
  await expect(run(async () => 'done')).resolves.toBe('done')
})

test('a concurrency limit rejects work after 30 seconds in the queue, and later starts the next work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { run } = newLimit()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.slice(0, 3).map((work) => run(work.run))
  vi.advanceTimersByTime(29_999)
  ends.push(run(works[3]!.run))
  vi.advanceTimersByTime(1)
  await expect(ends[2]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  works[0]!.end()
  await ends[0]
  await nextIteration()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, true])
})

test('a concurrency limit runs a piece of work alone if its weight exceeds the limit', async () => {
  const { run } = newLimit()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [run(works[0]!.run), run(works[1]!.run, 5)]
  await nextIteration()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, false, false])
  works[0]!.end()
  await ends[0]
  await nextIteration()
  ends.push(run(works[2]!.run))
  await nextIteration()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false])
  works[1]!.end()
  await ends[1]
  await nextIteration()
  expect(works[2]!.hasBegun).toBe(true)
})

test('a concurrency limit does not let light work overtake heavy work that is already in the queue', async () => {
  const { run, isIdle } = newLimit()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [run(works[0]!.run), run(works[1]!.run, 2)]
  await nextIteration()
  await expect(run(works[2]!.run)).rejects.toMatchObject({ code: 'unavailable' })
  works.forEach(({ end }) => end())
  await Promise.all(ends)
  expect(isIdle()).toBe(true)
})

test('a slot is freed only once, even if the function that releases it is called twice', async () => {
  const limit = new ConcurrencyLimit({ runningMaximum: 1, waitingMaximum: 2 })
  const release = await limit.acquire()
  const next = limit.acquire()
  release()
  release()
  await next
  let hasBegun = false
  void limit.acquire().then(() => (hasBegun = true))
  await nextIteration()
  expect(hasBegun).toBe(false)
})

/**
 * Runs four pieces of work that never await anything and take `pieceMs` each.
 * @returns the order in which these pieces and another task of the event loop ran.
 */
async function orderOfPieces(pieceMs: number): Promise<string[]> {
  let nowMs = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => now.mockRestore())
  const { run } = newLimit()
  const order: string[] = []
  const work = (index: number) => async () => {
    nowMs += pieceMs
    order.push(`piece ${index}`)
  }
  const pieces = [0, 1, 2, 3].map((index) => run(work(index)))
  const others = nextIteration().then(() => order.push('others'))
  await Promise.all([...pieces, others])
  return order
}

test('a concurrency limit lets the event loop run other tasks between long pieces of work', async () => {
  expect(await orderOfPieces(5)).toEqual(['piece 0', 'piece 1', 'piece 2', 'others', 'piece 3'])
})

test('a concurrency limit starts several short pieces of work in one iteration of the event loop', async () => {
  expect(await orderOfPieces(1)).toEqual(['piece 0', 'piece 1', 'piece 2', 'piece 3', 'others'])
})

test('a concurrency limit of 2 schedules only two attempts to start work, even if 50 pieces of work arrive at once', async () => {
  const scheduled = vi.spyOn(globalThis, 'setImmediate')
  onTestFinished(() => scheduled.mockRestore())
  const limit = new ConcurrencyLimit({ runningMaximum: 2, waitingMaximum: 100 })
  const begun = Array.from({ length: 50 }, () => limit.acquire())
  // Expect two attempts to start work, and one callback that ends the event-loop iteration.
  expect(scheduled).toHaveBeenCalledTimes(3)
  for (const beginning of begun) (await beginning)()
})

test('a concurrency limit delays work to a later event-loop iteration if earlier work in this iteration took long', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const { run } = newLimit()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [run(works[0]!.run)]
  now.mockReturnValue(3)
  works[0]!.end()
  await ends[0]
  ends.push(run(works[1]!.run))
  await Promise.resolve()
  expect(works[1]!.hasBegun).toBe(true)
  now.mockReturnValue(9)
  works[1]!.end()
  await ends[1]
  ends.push(run(works[2]!.run))
  await Promise.resolve()
  expect(works[2]!.hasBegun).toBe(false)
  await nextIteration()
  await nextIteration()
  expect(works[2]!.hasBegun).toBe(true)
})
