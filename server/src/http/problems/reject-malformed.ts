import { malformedFields, omitMalformed, pickCheckedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { Problem } from '../../problem.ts'
import { hasTooManyValues } from './validation.ts'

/** Violations of the rules in the fields that fit the schema, while other fields of the body do not. */
export type RuleViolations = Pick<Problem, 'violations'> & Partial<Pick<Problem, 'extensions'>>

/**
 * Rejects a malformed body. The rules still check its well-formed fields, so that the caller receives all violations in
 * one response.
 * @param problem problem that lists the violations of the schema, at least one.
 * @param body body as it was sent. It may have any shape.
 * @param fields names of the fields that the rules check.
 * @param check checks these fields. `pickCheckedFields` makes its parameter from the body. Violations that `check`
 *   reports in malformed fields are omitted, because `problem` already reports these fields.
 * @throws Problem always; a problem that `check` throws takes precedence.
 */
export async function rejectMalformed<Body extends object>(
  problem: Problem,
  body: unknown,
  fields: readonly (keyof Body & string)[],
  check: (sent: Body, malformed: Set<string>) => Promise<RuleViolations | undefined>,
): Promise<never> {
  const malformed = malformedFields(problem.violations)
  const found = hasTooManyValues(body) ? undefined : await check(pickCheckedFields(body, fields, malformed), malformed)
  throw new Problem(problem.code, {
    violations: [...problem.violations, ...omitMalformed(found?.violations ?? [], malformed)],
    ...problem.extensions,
    ...found?.extensions,
  })
}
