import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PendingUpdates, type LiveListener } from './pending-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (incidentId: string) => ({ incidentId }) as LiveChange
const collect = () => {
  const listener = vi.fn<LiveListener>()
  return { listener, pending: new PendingUpdates(listener) }
}

test('PendingUpdates delivers changes that arrive close together as one update', async () => {
  const { listener, pending } = collect()
  pending.add(change('a'))
  pending.add(change('b'))
  await vi.advanceTimersByTimeAsync(150)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener.mock.calls).toEqual([[{ changes: [change('a'), change('b')], isIncomplete: false }]])
})

test('PendingUpdates collects changes that arrive during a delivery and delivers them in the next update', async () => {
  const { listener, pending } = collect()
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.mockReturnValueOnce(promise)
  pending.add(change('a'))
  await vi.advanceTimersByTimeAsync(150)
  pending.add(change('b'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener).toHaveBeenCalledTimes(1)
  resolve()
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('b')], isIncomplete: false }])
})

test('after a failed delivery, PendingUpdates sends incomplete updates with growing delays until one succeeds', async () => {
  const { listener, pending } = collect()
  listener.mockRejectedValue(new Error('away'))
  pending.add(change('a'))
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
  pending.add(change('b'))
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('b')], isIncomplete: true }])
  const delivered = listener.mock.calls.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(listener).toHaveBeenCalledTimes(delivered)

  pending.add(change('c'))
  await vi.advanceTimersByTimeAsync(150)
  expect(listener.mock.lastCall).toEqual([{ changes: [change('c')], isIncomplete: false }])
  await vi.advanceTimersByTimeAsync(2_150)
  expect(listener).toHaveBeenCalledTimes(delivered + 2)
})

test('PendingUpdates delivers no updates after a call of stop', async () => {
  const { listener, pending } = collect()
  listener.mockRejectedValueOnce(new Error('away'))
  pending.add(change('a'))
  await vi.advanceTimersByTimeAsync(150)
  pending.stop()
  pending.addMissedChanges()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener).toHaveBeenCalledTimes(1)
})
