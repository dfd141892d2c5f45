import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isSameOrder, mergeEntries, mergeValue } from './three-way.ts'

/** `'a b'`, or with a value each: `'a1 b2'`. */
const list = (text: string) => text.split(' ').flatMap(([id, value = '']) => (id ? [{ id, value }] : []))
const textOf = (entries: { id: string; value: string }[]) => entries.map(({ id, value }) => id + value).join(' ')

const merge = (base: string, mine: string, theirs: string, keepsMine = false) =>
  textOf(
    mergeEntries(list(base), list(mine), list(theirs), {
      merge: (was, here, there) => ({ id: here.id, value: mergeValue(was?.value, here.value, there.value) }),
      ...(keepsMine && { mergeRemoved: (_was, kept, isMine) => (isMine ? kept : undefined) }),
    }),
  )

describe('mergeValue', () => {
  test.each([
    ['keeps a value that nobody changed', 1, 1, 1, 1],
    ['takes a value that only I changed', 1, 2, 1, 2],
    ['takes a value that only they changed', 1, 1, 2, 2],
    ['takes mine of a value that both changed', 1, 2, 3, 2],
    ['takes mine of a value that both added', undefined, 2, 3, 2],
  ])('%s', (_case, base, mine, theirs, merged) => {
    expect(mergeValue<number>(base, mine, theirs)).toBe(merged)
  })

  test('reports a collision only if both changed a value differently', () => {
    const collide = vi.fn<() => void>()
    mergeValue({ a: 1 }, { a: 2 }, { a: 1 }, collide)
    mergeValue({ a: 1 }, { a: 1 }, { a: 2 }, collide)
    mergeValue({ a: 1 }, { a: 2 }, { a: 2 }, collide)
    expect(collide).not.toHaveBeenCalled()
    mergeValue({ a: 1 }, { a: 2 }, { a: 3 }, collide)
    expect(collide).toHaveBeenCalledOnce()
  })
})

describe('mergeEntries', () => {
  test('merges entries that both have, also if both added them', () => {
    expect(merge('a1 b1', 'a2 b1 c3', 'a1 b2 c4')).toBe('a2 b2 c3')
  })

  test('removes entries that either removed unless the caller keeps them', () => {
    expect(merge('a b c', 'a b', 'b c')).toBe('b')
    expect(merge('a b c', 'a b', 'b c', true)).toBe('a b')
  })

  test('uses my order if I changed it, else theirs', () => {
    expect(merge('a b c', 'a b c', 'c b a')).toBe('c b a')
    expect(merge('a b c', 'b a c', 'c b a')).toBe('b a c')
  })

  test('places an entry the other person added before the entry it preceded', () => {
    expect(merge('a b c', 'a b c m', 'a b c t')).toBe('a b c t m')
    expect(merge('a b c', 'm a n b c', 'c b a')).toBe('c n b m a')
    expect(merge('a b c', 'b a c', 'a t b c')).toBe('t b a c')
    expect(merge('a b c', 'a m b c', 'a c t')).toBe('a m c t')
  })

  test('returns the changed list if only one person changed it', () => {
    const ids = fc.shuffledSubarray([...'abcdef']).map((some) => some.join(' '))
    fc.assert(
      fc.property(ids, ids, (base, changed) => {
        expect(merge(base, changed, base)).toBe(changed)
        expect(merge(base, base, changed)).toBe(changed)
      }),
    )
  })
})

test('compares the order of the entries common to both lists', () => {
  expect(isSameOrder(list('a b c'), list('x a y c'))).toBe(true)
  expect(isSameOrder(list('a b c'), list('c a'))).toBe(false)
  expect(isSameOrder(list('a'), list('b'))).toBe(true)
})
