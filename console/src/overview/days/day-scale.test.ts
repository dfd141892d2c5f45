import { expect, test } from 'vitest'
import { dayScale, linesOf } from './day-scale.ts'

const scaleOf = (created: number, closed: number) =>
  dayScale([
    { date: '2026-09-29', created: 0, closed: 0 },
    { date: '2026-09-30', created, closed },
  ])

test.each([
  [0, 0, [2, 0, 2]],
  [1, 0, [2, 0, 2]],
  [3, 1, [4, 2, 0, 2]],
  [8, 4, [10, 5, 0, 5]],
  [2, 7, [5, 0, 5, 10]],
  [30, 11, [30, 20, 10, 0, 10, 20]],
  [31, 0, [40, 20, 0, 20]],
  [1_234, 40, [1_500, 1_000, 500, 0, 500]],
])('for %i opened and %i closed incidents, the chart has the lines %j', (created, closed, lines) => {
  expect(linesOf(scaleOf(created, closed))).toEqual(lines)
})
