import { expect, test } from 'vitest'
import { toWritten } from './columns.ts'

test.each([
  ['2026-03-01T09:30:00+01:00', '2026-03-01T09:30:00+01:00'],
  ['2026-03-01 09:30Z', '2026-03-01T09:30:00Z'],
  ['2026-03-01 09:30:15,5 +0100', '2026-03-01T09:30:15.5+01:00'],
  ['2026-03-01T09:30−03', '2026-03-01T09:30:00-03:00'],
  ['2026-03-01 09:30', '2026-03-01 09:30'],
  ['01.03.2026 09:30', '01.03.2026 09:30'],
  ['3/1/26 9:30 AM', '3/1/26 9:30 AM'],
  ['46082.3958', '46082.3958'],
])('readTime converts %s to %s, and leaves an ambiguous time unchanged', (cell, time) => {
  expect(toWritten({ occurredAt: cell })).toEqual({ occurredAt: time })
})

test.each([
  ['-33,9', '-33.9'],
  ['−33.9', '-33.9'],
  ['+18', '+18'],
  ['1.234,5', '1.234,5'],
  ['33.9 N', '33.9 N'],
  ['1E+05', '1E+05'],
])('readCoordinate converts %s to %s, and leaves a coordinate in an unknown form unchanged', (cell, degrees) => {
  expect(toWritten({ latitude: cell })).toEqual({ latitude: degrees })
})
