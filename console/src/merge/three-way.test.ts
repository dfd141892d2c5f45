import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isSameOrder, mergeEntries, mergeValue } from './three-way.ts'

/** Converts text into a list of entries: `'a b'` into two entries without values, `'a1 b2'` into two with values. */
const list = (text: string) => text.split(' ').flatMap(([id, value = '']) => (id ? [{ id, value }] : []))
const textOf = (entries: { id: string; value: string }[]) => entries.map(({ id, value }) => id + value).join(' ')

const merge = (base: string, mine: string, theirs: string, keepsMine = false) =>
  textOf(
    mergeEntries(list(base), list(mine), list(theirs), {
      merge: (original, myEntry, theirEntry) => ({
        id: myEntry.id,
        value: mergeValue(original?.value, myEntry.value, theirEntry.value),
      }),
      ...(keepsMine && { mergeRemoved: (_original, remaining, isMine) => (isMine ? remaining : undefined) }),
    }),
  )

describe('mergeValue', () => {
  test.each([
    ['keeps a value that nobody changed', 1, 1, 1, 1],
    ['takes a value that only I changed', 1, 2, 1, 2],
    ['takes a value that only they changed', 1, 1, 2, 2],
    ['takes my value if both changed the value', 1, 2, 3, 2],
    ['takes my value if both added a value', undefined, 2, 3, 2],
  ])('mergeValue merges the versions of a value by the rule “%s”', (_case, base, mine, theirs, merged) => {
    expect(mergeValue<number>(base, mine, theirs)).toBe(merged)
  })

  test('mergeValue reports a collision only if both sides changed a value to different values', () => {
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
  test('mergeEntries merges the two versions of an entry that both lists contain, even if both sides added the entry', () => {
    expect(merge('a1 b1', 'a2 b1 c3', 'a1 b2 c4')).toBe('a2 b2 c3')
  })

  test('mergeEntries removes an entry that either side removed, unless mergeRemoved returns the entry', () => {
    expect(merge('a b c', 'a b', 'b c')).toBe('b')
    expect(merge('a b c', 'a b', 'b c', true)).toBe('a b')
  })

  test('mergeEntries uses the order of my list if I changed the order, else the order of their list', () => {
    expect(merge('a b c', 'a b c', 'c b a')).toBe('c b a')
    expect(merge('a b c', 'b a c', 'c b a')).toBe('b a c')
  })

  test('an entry that was added in front of another entry is still in front of that entry after a merge', () => {
    expect(merge('a b c', 'a b c m', 'a b c t')).toBe('a b c t m')
    expect(merge('a b c', 'm a n b c', 'c b a')).toBe('c n b m a')
    expect(merge('a b c', 'b a c', 'a t b c')).toBe('t b a c')
    expect(merge('a b c', 'a m b c', 'a c t')).toBe('a m c t')
  })

  test('mergeEntries returns the changed list if only one of the two lists was changed', () => {
    const ids = fc.shuffledSubarray([...'abcdef']).map((some) => some.join(' '))
    fc.assert(
      fc.property(ids, ids, (base, changed) => {
        expect(merge(base, changed, base)).toBe(changed)
        expect(merge(base, base, changed)).toBe(changed)
      }),
    )
  })
})

test('isSameOrder compares only entries that both lists contain', () => {
  expect(isSameOrder(list('a b c'), list('x a y c'))).toBe(true)
  expect(isSameOrder(list('a b c'), list('c a'))).toBe(false)
  expect(isSameOrder(list('a'), list('b'))).toBe(true)
})
