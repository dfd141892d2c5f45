import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Problem } from '../../problem.ts'
import { PasswordQueue, type Lane } from './queue.ts'

const known = (key: string): Lane => ({ isKnown: true, key })
const stranger = (key: string): Lane => ({ isKnown: false, key })

/** A queue whose work ends one by one, and the order in which it began. */
function observe(limits: ConstructorParameters<typeof PasswordQueue>[0]) {
  const queue = new PasswordQueue(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    ask(lane: Lane, name: string): Promise<string> {
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
      await turnOfTheLoop()
      for (let end = ends.shift(); end; end = ends.shift()) {
        end()
        await turnOfTheLoop()
      }
    },
  }
}

test('runs a few at once, and one of each lane', async () => {
  const { ask, begun, endAll } = observe({ atOnce: 2 })
  const all = [ask(known('a'), 'a1'), ask(known('a'), 'a2'), ask(known('b'), 'b1'), ask(known('c'), 'c1')]
  await turnOfTheLoop()
  expect(begun).toEqual(['a1', 'b1'])
  await endAll()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
})

test('takes three known callers before a stranger, and never leaves either kind waiting for good', async () => {
  const { ask, begun, endAll } = observe({ atOnce: 1 })
  for (let count = 0; count < 6; count++) void ask(stranger(`s${count}`), 's')
  for (let count = 0; count < 6; count++) void ask(known(`k${count}`), 'k')
  await endAll()
  expect(begun.join('')).toBe('skkkskkkssss')
})

test('serves strangers network by network', async () => {
  const { ask, begun, endAll } = observe({ atOnce: 1 })
  for (let count = 0; count < 5; count++) void ask(stranger('flood'), 'f')
  void ask(stranger('one'), '1')
  void ask(stranger('two'), '2')
  await endAll()
  expect(begun.join('')).toBe('ff12fff')
})

test('when full refuses the latest of the longest lane, so that a newcomer finds room', async () => {
  const { ask, begun, endAll } = observe({ atOnce: 1, waitingMaximum: 3 })
  const flood = Array.from({ length: 6 }, (_, index) => ask(stranger('flood'), `f${index}`))
  const newcomer = ask(stranger('newcomer'), 'n')
  await endAll()
  expect(await newcomer).toBe('done')
  const outcomes = await Promise.all(flood)
  expect(outcomes).toEqual(['done', 'done', 'done', ...Array.from({ length: 3 }, () => 'unavailable 2')])
  expect(begun).toEqual(['f0', 'f1', 'n', 'f2'])
})

test('keeps room for known callers when it is full of strangers', async () => {
  const { ask, endAll } = observe({ atOnce: 1, waitingMaximum: 2 })
  for (let count = 0; count < 5; count++) void ask(stranger(`s${count}`), 's')
  const member = ask(known('member'), 'member')
  await endAll()
  expect(await member).toBe('done')
})

test('refuses whose turn does not come in time, and forgets them', async () => {
  const { ask, begun, endAll } = observe({ atOnce: 1, patienceMs: 10 })
  const running = ask(stranger('a'), 'running')
  expect(await ask(stranger('a'), 'late')).toBe('unavailable 2')
  await endAll()
  expect(await running).toBe('done')
  expect(begun).toEqual(['running'])
})

test('goes on after work that failed', async () => {
  const queue = new PasswordQueue({ atOnce: 1 })
  const failed = queue.run(known('a'), () => Promise.reject(new Error('broken')))
  const next = queue.run(known('a'), async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
