import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight.ts'

/** Makes a store of one value. Each read of the value ends when the test calls `end` or `fail`. */
function newStore() {
  const loads: { end: () => void; fail: (error: Error) => void }[] = []
  const store = {
    value: 0,
    loads,
    load: () => {
      const { value } = store
      return new Promise<number>((resolve, reject) => loads.push({ end: () => resolve(value), fail: reject }))
    },
  }
  return store
}

test('single flight starts a read at once if no read of the same key is in flight', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  for (const index of [0, 1]) {
    const reading = reads.read('newest', store.load)
    store.loads[index]!.end()
    await reading
    await nextIteration()
  }
  expect(store.loads).toHaveLength(2)
})

test('callers that arrive during a read share the next read of the same key', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const first = reads.read('newest', store.load)
  store.value = 1
  const later = [reads.read('newest', store.load), reads.read('newest', store.load)]
  await nextIteration()
  expect(store.loads).toHaveLength(1)

  store.loads[0]!.end()
  expect(await first).toBe(0)
  await nextIteration()
  expect(store.loads).toHaveLength(2)
  store.loads[1]!.end()
  expect(await Promise.all(later)).toEqual([1, 1])
})

test('a caller that arrives during a shared read waits for the next read', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const readings = [reads.read('newest', store.load), reads.read('newest', store.load)]
  store.loads[0]!.end()
  await nextIteration()
  store.value = 1
  readings.push(reads.read('newest', store.load))
  store.loads[1]!.end()
  await nextIteration()
  store.loads[2]!.end()
  expect(await Promise.all(readings)).toEqual([0, 0, 1])
})

test('single flight reads the values of different keys at the same time', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  void reads.read('newest', store.load)
  void reads.read('oldest', store.load)
  expect(store.loads).toHaveLength(2)
})

test('single flight rejects all callers that share a failed read, but still runs later reads', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const first = reads.read('newest', store.load)
  const later = [reads.read('newest', store.load), reads.read('newest', store.load)]
  const failures = Promise.allSettled([first, ...later])
  store.loads[0]!.fail(new Error('connection lost'))
  await nextIteration()
  store.loads[1]!.fail(new Error('connection refused'))
  const reasons = (await failures).map((failure) => failure.status === 'rejected' && failure.reason.message)
  expect(reasons).toEqual(['connection lost', 'connection refused', 'connection refused'])

  const last = reads.read('newest', store.load)
  store.loads[2]!.end()
  expect(await last).toBe(0)
})

test('if a read finds the database unavailable, the callers that wait for the next read are rejected too', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const readings = Promise.allSettled(Array.from({ length: 3 }, () => reads.read('newest', store.load)))
  const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  store.loads[0]!.fail(timedOut)
  expect(await readings).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: timedOut })))
  expect(store.loads).toHaveLength(1)

  const last = reads.read('newest', store.load)
  store.loads[1]!.end()
  expect(await last).toBe(0)
})
