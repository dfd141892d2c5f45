import { expect, onTestFinished, test, vi } from 'vitest'
import { WaitNotice } from './wait-notice.ts'

function start() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const announce = vi.fn<(lastFailure: string | undefined) => void>()
  return { announce, wait: new WaitNotice(announce) }
}

test('a command announces each wait only once, at most three seconds after the wait began', () => {
  const { announce, wait } = start()
  wait.start()
  vi.advanceTimersByTime(3_000)
  expect(announce.mock.calls).toEqual([[undefined]])
  vi.advanceTimersByTime(600_000)
  expect(announce).toHaveBeenCalledTimes(1)
})

test('a command does not announce that it is waiting while responses keep arriving', () => {
  const { announce, wait } = start()
  wait.start()
  for (let count = 0; count < 10; count++) {
    wait.start()
    vi.advanceTimersByTime(1_000)
    wait.finish()
  }
  wait.finish()
  vi.advanceTimersByTime(600_000)
  expect(announce).not.toHaveBeenCalled()
})

test('a command announces that it is waiting if only one of its two requests gets a response', () => {
  const { announce, wait } = start()
  wait.start()
  wait.start()
  vi.advanceTimersByTime(2_000)
  wait.finish()
  vi.advanceTimersByTime(3_000)
  expect(announce).toHaveBeenCalledTimes(1)
})

test('a command announces a wait on time despite failed attempts, and the announcement contains the last failure', () => {
  const { announce, wait } = start()
  for (const lastFailure of ['it answered 503', 'connect ECONNREFUSED']) {
    wait.start()
    vi.advanceTimersByTime(1_000)
    wait.fail(lastFailure)
  }
  vi.advanceTimersByTime(1_000)
  expect(announce.mock.calls).toEqual([['connect ECONNREFUSED']])
})

test('a command announces a second wait after the first wait has ended', async () => {
  const { announce, wait } = start()
  for (let count = 0; count < 2; count++) {
    const answered = Promise.withResolvers<void>()
    const waiting = wait.watch(() => answered.promise)
    vi.advanceTimersByTime(3_000)
    answered.resolve()
    await waiting
  }
  expect(announce).toHaveBeenCalledTimes(2)
})
