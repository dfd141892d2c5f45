import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exclusively } from './exclusively.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Browsers offer no locks without TLS.
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('in a browser without locks, work starts after its maximum wait, and later work waits for all earlier work', async () => {
  const begun: string[] = []
  const endings: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => endings.push(resolve))
  }
  const all = [
    exclusively('files', work('first')),
    exclusively('files', work('patient'), 5_000),
    exclusively('files', work('last')),
  ]
  await vi.advanceTimersByTimeAsync(4_999)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'patient'])
  endings[1]!()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['first', 'patient'])
  endings[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'patient', 'last'])
  endings[2]!()
  await Promise.all(all)
})
