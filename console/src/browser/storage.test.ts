import { afterEach, expect, test, vi } from 'vitest'
import { readFromTab, storeInTab } from './storage.ts'

afterEach(() => void vi.unstubAllGlobals())

test("a stored value stays readable although the browser's storage is full", () => {
  const stored = new Map([['draft', '"Earlier"']])
  let isFull = true
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(name, text)
    },
    removeItem: (name: string) => stored.delete(name),
  })
  storeInTab('draft', 'Typed')
  expect(readFromTab('draft')).toBe('Typed')
  isFull = false
  storeInTab('draft', 'Typed later')
  expect([readFromTab('draft'), stored.get('draft')]).toEqual(['Typed later', '"Typed later"'])
  storeInTab('draft', undefined)
  expect(readFromTab('draft')).toBeUndefined()
})

test('a stored value stays readable until it is deleted, although the browser blocks storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeInTab('draft', { name: 'Typed' })
  expect(readFromTab('draft')).toEqual({ name: 'Typed' })
  storeInTab('draft', undefined)
  expect(readFromTab('draft')).toBeUndefined()
})
