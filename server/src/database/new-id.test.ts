import { validate, version } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a new id is a version 7 UUID that contains the current time in milliseconds', () => {
  const beforeMs = Date.now()
  const id = newId()
  expect(validate(id) && version(id)).toBe(7)
  const atMs = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(atMs).toBeGreaterThanOrEqual(beforeMs)
  expect(atMs).toBeLessThanOrEqual(Date.now())
})

test('new ids ascend, even within one millisecond and after the clock was set back', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const ids = Array.from({ length: 2_000 }, newId)
  vi.setSystemTime(Date.now() - 3_600_000)
  ids.push(...Array.from({ length: 2_000 }, newId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

test('each new id ends with different random digits', () => {
  const ends = Array.from({ length: 2_000 }, () => newId().slice(-10))
  expect(new Set(ends).size).toBe(ends.length)
})
