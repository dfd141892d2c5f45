import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PendingUpdates, type LiveListener } from './pending-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (incidentId: string) => ({ incidentId }) as LiveChange
const gather = () => {
  const listener = vi.fn<LiveListener>()
  return { listener, gathering: new PendingUpdates(listener) }
}

test('what comes close together is told together, and once', async () => {
  const { listener, gathering } = gather()
  gathering.add(change('a'))
  gathering.add(change('b'))
  await vi.advanceTimersByTimeAsync(150)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener.mock.calls).toEqual([[{ changes: [change('a'), change('b')], isIncomplete: false }]])
})

test('what comes while it is being told is told when that is over', async () => {
  const { listener, gathering } = gather()
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.mockReturnValueOnce(promise)
  gathering.add(change('a'))
  await vi.advanceTimersByTimeAsync(150)
  gathering.add(change('b'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener).toHaveBeenCalledTimes(1)
  resolve()
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('b')], isIncomplete: false }])
})

test('after a failure it is told of everything, later each time, until that succeeds', async () => {
  const { listener, gathering } = gather()
  listener.mockRejectedValue(new Error('away'))
  gathering.add(change('a'))
  await vi.advanceTimersByTimeAsync(150)
  const waits = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
  for (const [index, waitMs] of waits.entries()) {
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(listener).toHaveBeenCalledTimes(index + 1)
    await vi.advanceTimersByTimeAsync(150)
    expect(listener.mock.lastCall).toEqual([{ changes: [], isIncomplete: true }])
    expect(listener).toHaveBeenCalledTimes(index + 2)
  }
  listener.mockResolvedValueOnce(undefined)
  gathering.add(change('b'))
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('b')], isIncomplete: true }])
  const told = listener.mock.calls.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(listener).toHaveBeenCalledTimes(told)

  gathering.add(change('c'))
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('c')], isIncomplete: false }])
  await vi.advanceTimersByTimeAsync(2_150)
  expect(listener).toHaveBeenCalledTimes(told + 2)
})

test('nothing is told after it was stopped', async () => {
  const { listener, gathering } = gather()
  listener.mockRejectedValueOnce(new Error('away'))
  gathering.add(change('a'))
  await vi.advanceTimersByTimeAsync(150)
  gathering.stop()
  gathering.addUnknown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener).toHaveBeenCalledTimes(1)
})
