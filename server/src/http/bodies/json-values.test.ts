import { violationsMaximum } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { expect, test } from 'vitest'
import { findValueViolations } from './json-values.ts'

test('finds every violation, but builds pointers only for the violations that the problem lists', () => {
  const violations: Violation[] = []
  findValueViolations({ a: Array.from({ length: 1_000 }, () => '\0') }, violations)
  expect(violations).toHaveLength(1_000)
  expect(violations[violationsMaximum - 1]!.pointer).toBe(`/a/${violationsMaximum - 1}`)
  expect(violations[violationsMaximum]!.pointer).toBe('')
})
