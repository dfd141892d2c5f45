import { setImmediate as everythingDue } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight.ts'

/** A store of one value, each reading of which ends when it is told to. */
function newStore() {
  const readings: { end: () => void; fail: (error: Error) => void }[] = []
  const store = {
    value: 0,
    readings,
    load: () => {
      const { value } = store
      return new Promise<number>((resolve, reject) => readings.push({ end: () => resolve(value), fail: reject }))
    },
  }
  return store
}

test('what is asked for while nothing is in flight is read at once', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  for (const turn of [0, 1]) {
    const answer = reads.read('newest', store.load)
    store.readings[turn]!.end()
    await answer
    await everythingDue()
  }
  expect(store.readings).toHaveLength(2)
})

test('whoever asks while it is being read shares one reading that begins after', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const first = reads.read('newest', store.load)
  store.value = 1
  const later = [reads.read('newest', store.load), reads.read('newest', store.load)]
  await everythingDue()
  expect(store.readings).toHaveLength(1)

  store.readings[0]!.end()
  expect(await first).toBe(0)
  await everythingDue()
  expect(store.readings).toHaveLength(2)
  store.readings[1]!.end()
  expect(await Promise.all(later)).toEqual([1, 1])
})

test('who asks during a shared reading waits for the one after it', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const answers = [reads.read('newest', store.load), reads.read('newest', store.load)]
  store.readings[0]!.end()
  await everythingDue()
  store.value = 1
  answers.push(reads.read('newest', store.load))
  store.readings[1]!.end()
  await everythingDue()
  store.readings[2]!.end()
  expect(await Promise.all(answers)).toEqual([0, 0, 1])
})

test('what differs is read side by side', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  void reads.read('newest', store.load)
  void reads.read('oldest', store.load)
  expect(store.readings).toHaveLength(2)
})

test('a failure is told to those who share it, and the next reading begins all the same', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const first = reads.read('newest', store.load)
  const later = [reads.read('newest', store.load), reads.read('newest', store.load)]
  const failures = Promise.allSettled([first, ...later])
  store.readings[0]!.fail(new Error('connection lost'))
  await everythingDue()
  store.readings[1]!.fail(new Error('connection refused'))
  const reasons = (await failures).map((settled) => settled.status === 'rejected' && settled.reason.message)
  expect(reasons).toEqual(['connection lost', 'connection refused', 'connection refused'])

  const last = reads.read('newest', store.load)
  store.readings[2]!.end()
  expect(await last).toBe(0)
})

test('when the database has gone away, those who wait for the next reading are told as well', async () => {
  const reads = new SingleFlight<number>()
  const store = newStore()
  const answers = Promise.allSettled(Array.from({ length: 3 }, () => reads.read('newest', store.load)))
  const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  store.readings[0]!.fail(timedOut)
  expect(await answers).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: timedOut })))
  expect(store.readings).toHaveLength(1)

  const last = reads.read('newest', store.load)
  store.readings[1]!.end()
  expect(await last).toBe(0)
})
