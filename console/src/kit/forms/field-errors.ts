import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { sessionTexts } from '../../texts/sessions.ts'

/**
 * Problems that concern one form field although they contain no violation, keyed by problem code. `field` is the name
 * of the field.
 */
const aboutOneField: Partial<Record<ApiProblem['code'], { field: string; text?: string }>> = {
  email_taken: { field: 'email' },
  set_up_code_wrong: { field: 'code', text: sessionTexts.setUp.wrongCode },
  // After too many wrong set-up codes, the right one still works, so waiting would not help.
  sign_in_locked: { field: 'code', text: sessionTexts.setUp.wrongCode },
  current_password_wrong: { field: 'currentPassword', text: sessionTexts.password.wrongCurrent },
}

/**
 * Returns the error texts for the fields of a form.
 * @param error problem with which the server rejected the form.
 * @param fields names of the form fields that can show an error, as in the request body.
 * @returns error texts keyed by field name; empty if the problem concerns none of these fields.
 */
export function fieldErrors(error: Error | null, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  const found = fields.flatMap((field) => {
    const text = textAt(error, field)
    return text === undefined ? [] : [[field, text] as const]
  })
  return Object.fromEntries(found)
}

/** Returns true if the error texts at these form fields describe the whole problem, so that no alert is needed. */
export function isCoveredByFields(error: Error | null, fields: readonly string[]): boolean {
  if (!(error instanceof ApiProblem)) return false
  const isElsewhere = ({ pointer = '' }: Violation) => !fields.includes(pointer.slice(1))
  return Object.keys(fieldErrors(error, fields)).length > 0 && !error.violations.some(isElsewhere)
}

function textAt(error: ApiProblem, field: string): string | undefined {
  const about = aboutOneField[error.code]
  return about?.field === field ? (about.text ?? error.message) : error.messageAt(`/${field}`)
}
