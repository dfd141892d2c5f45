import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from './clock.ts'

test('a pause that is longer than timers take does not end at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const wake = vi.fn<() => void>()
  void systemClock.sleep(2 ** 31).then(wake)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wake).not.toHaveBeenCalled()
})

test('a pause does not begin when its caller has left', async () => {
  const left = AbortSignal.abort(new Error('the user left'))
  await expect(systemClock.sleep(2 ** 31, left)).rejects.toThrow('the user left')
})

test('a pause that its caller leaves keeps no process waiting', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const controller = new AbortController()
  const pause = systemClock.sleep(60_000, controller.signal)
  controller.abort(new Error('the user left'))
  await expect(pause).rejects.toThrow('the user left')
  expect(vi.getTimerCount()).toBe(0)
})
