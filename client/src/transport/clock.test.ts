import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from './clock.ts'

test('a pause longer than the longest delay of a timer does not end at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const wake = vi.fn<() => void>()
  void systemClock.sleep(2 ** 31).then(wake)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wake).not.toHaveBeenCalled()
})

test('a pause rejects at once if its signal is already aborted', async () => {
  const aborted = AbortSignal.abort(new Error('the user left'))
  await expect(systemClock.sleep(2 ** 31, aborted)).rejects.toThrow('the user left')
})

test('a pause clears its timer when its signal is aborted, so that the process can end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const controller = new AbortController()
  const pause = systemClock.sleep(60_000, controller.signal)
  controller.abort(new Error('the user left'))
  await expect(pause).rejects.toThrow('the user left')
  expect(vi.getTimerCount()).toBe(0)
})
