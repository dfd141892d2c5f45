import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Problem } from '../../problem.ts'
import { PasswordQueue, type Lane } from './queue.ts'

const knownLane = (key: string): Lane => ({ isKnown: true, key })
const unknownLane = (key: string): Lane => ({ isKnown: false, key })

/** Makes a password queue and records the order in which its tasks begin. `endAll` ends the tasks one after another. */
function observe(limits: ConstructorParameters<typeof PasswordQueue>[0]) {
  const queue = new PasswordQueue(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    run(lane: Lane, name: string): Promise<string> {
      return queue
        .run(lane, () => {
          begun.push(name)
          return new Promise<void>((resolve) => void ends.push(resolve))
        })
        .then(
          () => 'done',
          (error: Problem) => `${error.code} ${error.retryAfterSeconds}`,
        )
    },
    async endAll(): Promise<void> {
      await nextIteration()
      for (let end = ends.shift(); end; end = ends.shift()) {
        end()
        await nextIteration()
      }
    },
  }
}

test('the password queue runs a limited number of tasks at a time, and never two tasks of the same lane', async () => {
  const { run, begun, endAll } = observe({ concurrency: 2 })
  const all = [
    run(knownLane('a'), 'a1'),
    run(knownLane('a'), 'a2'),
    run(knownLane('b'), 'b1'),
    run(knownLane('c'), 'c1'),
  ]
  await nextIteration()
  expect(begun).toEqual(['a1', 'b1'])
  await endAll()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
})

test('the password queue serves three known callers, then one stranger, while both kinds of callers wait', async () => {
  const { run, begun, endAll } = observe({ concurrency: 1 })
  for (let count = 0; count < 6; count++) void run(unknownLane(`s${count}`), 's')
  for (let count = 0; count < 6; count++) void run(knownLane(`k${count}`), 'k')
  await endAll()
  expect(begun.join('')).toBe('skkkskkkssss')
})

test('the password queue serves networks of strangers in rotation, so that no network delays the others', async () => {
  const { run, begun, endAll } = observe({ concurrency: 1 })
  for (let count = 0; count < 5; count++) void run(unknownLane('flood'), 'f')
  void run(unknownLane('one'), '1')
  void run(unknownLane('two'), '2')
  await endAll()
  expect(begun.join('')).toBe('ff12fff')
})

test('a full password queue rejects the latest tasks of its longest lane', async () => {
  const { run, begun, endAll } = observe({ concurrency: 1, waitingMaximum: 3 })
  const flood = Array.from({ length: 6 }, (_, index) => run(unknownLane('flood'), `f${index}`))
  const newcomer = run(unknownLane('newcomer'), 'n')
  await endAll()
  expect(await newcomer).toBe('done')
  const outcomes = await Promise.all(flood)
  expect(outcomes).toEqual(['done', 'done', 'done', ...Array.from({ length: 3 }, () => 'unavailable 2')])
  expect(begun).toEqual(['f0', 'f1', 'n', 'f2'])
})

test('the password queue accepts a task of a known caller even if the queue of strangers is full', async () => {
  const { run, endAll } = observe({ concurrency: 1, waitingMaximum: 2 })
  for (let count = 0; count < 5; count++) void run(unknownLane(`s${count}`), 's')
  const member = run(knownLane('member'), 'member')
  await endAll()
  expect(await member).toBe('done')
})

test('the password queue rejects a task that has waited for the maximum time, and never runs it', async () => {
  const { run, begun, endAll } = observe({ concurrency: 1, waitMaximumMs: 10 })
  const running = run(unknownLane('a'), 'running')
  expect(await run(unknownLane('a'), 'late')).toBe('unavailable 2')
  await endAll()
  expect(await running).toBe('done')
  expect(begun).toEqual(['running'])
})

test('the password queue runs the next waiting task after a task has failed', async () => {
  const queue = new PasswordQueue({ concurrency: 1 })
  const failed = queue.run(knownLane('a'), () => Promise.reject(new Error('broken')))
  const next = queue.run(knownLane('a'), async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
