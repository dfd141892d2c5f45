import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { sessionTexts } from '../../texts/sessions.ts'

/** Problems about a single field that come without a violation. */
const aboutOneField: Partial<Record<ApiProblem['code'], { field: string; text?: string }>> = {
  email_taken: { field: 'email' },
  current_password_wrong: { field: 'currentPassword', text: sessionTexts.password.wrongCurrent },
}

/**
 * Returns the error texts of the fields of a form.
 * @param fields names of the fields that show their own errors, as in the body.
 * @returns texts by field; empty if the problem concerns none of them.
 */
export function fieldErrors(error: Error | null, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  const found = fields.flatMap((field) => {
    const text = textAt(error, field)
    return text === undefined ? [] : [[field, text] as const]
  })
  return Object.fromEntries(found)
}

/** Checks whether the errors of these fields cover the whole problem. */
export function isCoveredByFields(error: Error | null, fields: readonly string[]): boolean {
  if (!(error instanceof ApiProblem)) return false
  const isElsewhere = ({ pointer = '' }: Violation) => !fields.includes(pointer.slice(1))
  return Object.keys(fieldErrors(error, fields)).length > 0 && !error.violations.some(isElsewhere)
}

function textAt(error: ApiProblem, field: string): string | undefined {
  const about = aboutOneField[error.code]
  return about?.field === field ? (about.text ?? error.message) : error.messageAt(`/${field}`)
}
