import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

test('lists the old and the new value of each changed field', () => {
  const before = { name: 'Ice', tags: ['wet'], latitude: null as number | null }
  expect(changesBetween(before, { name: 'Ice', tags: ['wet', 'cold'], latitude: 53.5 })).toEqual({
    tags: [['wet'], ['wet', 'cold']],
    latitude: [null, 53.5],
  })
})

test('finds no change if all values are equal, or if -0 replaces 0', () => {
  expect(changesBetween({ tags: ['wet'], longitude: 0 }, { tags: ['wet'], longitude: -0 })).toBeUndefined()
})
