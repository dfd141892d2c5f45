import { setImmediate as everythingDue } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when it is told to. */
function newWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, run: () => ((work.hasBegun = true), promise) }
  return work
}

function newTurns() {
  const turns = new ConcurrencyLimit({ atOnce: 2, waitingMaximum: 2 })
  const run = async <Value>(work: () => Promise<Value>, weight?: number): Promise<Value> => {
    const end = await turns.begin(weight)
    return work().finally(end)
  }
  return { run, isIdle: () => turns.isIdle }
}

test('work runs a few pieces at a time, and the first to come is the first to have its turn', async () => {
  const turns = newTurns()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.map(({ run }) => turns.run(run))
  await everythingDue()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false])
  works[1]!.end()
  await ends[1]
  await everythingDue()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false])
})

test('work that fails gives its turn away like any other', async () => {
  const turns = newTurns()
  const works = Array.from({ length: 3 }, newWork)
  const ends = works.map(({ run }) => turns.run(run))
  works[0]!.fail(new Error('out of memory'))
  await expect(ends[0]).rejects.toThrow('out of memory')
  await everythingDue()
  expect(works[2]!.hasBegun).toBe(true)
})

test('what would have to wait for too long is refused, until there is room again', async () => {
  const turns = newTurns()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.map(({ run }) => turns.run(run))
  await expect(turns.run(newWork().run)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  works.forEach(({ end }) => end())
  await Promise.all(ends)
  await expect(turns.run(async () => 'done')).resolves.toBe('done')
})

test('what waits while nothing ends is refused after half a minute, and leaves its turn to what came later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns = newTurns()
  const works = Array.from({ length: 4 }, newWork)
  const ends = works.slice(0, 3).map(({ run }) => turns.run(run))
  vi.advanceTimersByTime(29_999)
  ends.push(turns.run(works[3]!.run))
  vi.advanceTimersByTime(1)
  await expect(ends[2]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  works[0]!.end()
  await ends[0]
  await everythingDue()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, true])
})

test('heavy work takes the place of several, and what is heavier than the limit runs alone', async () => {
  const turns = newTurns()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [turns.run(works[0]!.run), turns.run(works[1]!.run, 5)]
  await everythingDue()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, false, false])
  works[0]!.end()
  await ends[0]
  await everythingDue()
  ends.push(turns.run(works[2]!.run))
  await everythingDue()
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false])
  works[1]!.end()
  await ends[1]
  await everythingDue()
  expect(works[2]!.hasBegun).toBe(true)
})

test('light work does not overtake heavy work that waits', async () => {
  const turns = newTurns()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [turns.run(works[0]!.run), turns.run(works[1]!.run, 2)]
  await everythingDue()
  await expect(turns.run(works[2]!.run)).rejects.toMatchObject({ code: 'unavailable' })
  works.forEach(({ end }) => end())
  await Promise.all(ends)
  expect(turns.isIdle()).toBe(true)
})

test('a turn that is ended twice counts once', async () => {
  const turns = new ConcurrencyLimit({ atOnce: 1, waitingMaximum: 2 })
  const end = await turns.begin()
  const next = turns.begin()
  end()
  end()
  await next
  let hasBegun = false
  void turns.begin().then(() => (hasBegun = true))
  await everythingDue()
  expect(hasBegun).toBe(false)
})

/** Runs four pieces of work that wait for nothing, and notes when others have their turn in the event loop. */
async function orderOfPieces(pieceMs: number): Promise<string[]> {
  let nowMs = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => now.mockRestore())
  const turns = newTurns()
  const order: string[] = []
  const work = (index: number) => async () => {
    nowMs += pieceMs
    order.push(`piece ${index}`)
  }
  const pieces = [0, 1, 2, 3].map((index) => turns.run(work(index)))
  const others = everythingDue().then(() => order.push('others'))
  await Promise.all([...pieces, others])
  return order
}

test('long work that waits for nothing leaves the event loop to others after each piece', async () => {
  expect(await orderOfPieces(5)).toEqual(['piece 0', 'piece 1', 'piece 2', 'others', 'piece 3'])
})

test('of short work several pieces begin in one iteration of the event loop', async () => {
  expect(await orderOfPieces(1)).toEqual(['piece 0', 'piece 1', 'piece 2', 'piece 3', 'others'])
})

test('however much work waits, no more attempts to let some begin are scheduled than can run at once', async () => {
  const scheduled = vi.spyOn(globalThis, 'setImmediate')
  onTestFinished(() => scheduled.mockRestore())
  const turns = new ConcurrencyLimit({ atOnce: 2, waitingMaximum: 100 })
  const begun = Array.from({ length: 50 }, () => turns.begin())
  // Two attempts, and the end of the iteration.
  expect(scheduled).toHaveBeenCalledTimes(3)
  for (const beginning of begun) (await beginning)()
})

test('work that comes after long work in the same iteration of the event loop begins in a later one', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const turns = newTurns()
  const works = Array.from({ length: 3 }, newWork)
  const ends = [turns.run(works[0]!.run)]
  now.mockReturnValue(3)
  works[0]!.end()
  await ends[0]
  ends.push(turns.run(works[1]!.run))
  await Promise.resolve()
  expect(works[1]!.hasBegun).toBe(true)
  now.mockReturnValue(9)
  works[1]!.end()
  await ends[1]
  ends.push(turns.run(works[2]!.run))
  await Promise.resolve()
  expect(works[2]!.hasBegun).toBe(false)
  await everythingDue()
  await everythingDue()
  expect(works[2]!.hasBegun).toBe(true)
})
