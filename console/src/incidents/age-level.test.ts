import { defaultAgeThresholds } from '@tocsin/contract/age-thresholds.ts'
import { expect, test } from 'vitest'
import { ageLevelOf } from './age-level.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const thresholds = { ...defaultAgeThresholds, MINOR: { agingAfterMinutes: null, overdueAfterMinutes: null } }

test.each([
  ['CRITICAL', '2026-03-01T11:00:01.000Z', undefined],
  ['CRITICAL', '2026-03-01T11:00:00.000Z', 'aging'],
  ['CRITICAL', '2026-03-01T08:00:01.000Z', 'aging'],
  ['CRITICAL', '2026-03-01T08:00:00.000Z', 'overdue'],
  ['NORMAL', '2026-03-01T08:00:00.000Z', undefined],
  ['MINOR', '2020-03-01T08:00:00.000Z', undefined],
] as const)(
  'at noon on 1 March 2026, a %s incident created at %s has the age level %s',
  (priority, createdAt, level) => {
    expect(ageLevelOf({ priority, createdAt }, thresholds, now)).toBe(level)
  },
)

test('ageLevelOf uses the default thresholds if the server sends none', () => {
  expect(ageLevelOf({ priority: 'CRITICAL', createdAt: '2026-03-01T11:00:00.000Z' }, undefined, now)).toBe('aging')
})
