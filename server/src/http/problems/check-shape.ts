import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { TSchema } from 'typebox'
import { asViolations } from './shape-violations.ts'
import { compile } from './validation.ts'

/**
 * Makes a function that checks a part of a request body against a schema.
 * @returns a function that returns all violations, with JSON Pointers relative to the checked value.
 */
export function checkShape(schema: TSchema): (value: unknown) => Violation[] {
  const check = compile(schema)
  return (value) => (check(value) ? [] : asViolations(check.errors ?? [], 'body'))
}
