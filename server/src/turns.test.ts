import { setImmediate as everythingDue } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when it is told to. */
function newWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, run: () => ((work.hasBegun = true), promise) }
  return work
}

const newTurns = () => new Turns({ atOnce: 2, waitingMaximum: 2 })

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
