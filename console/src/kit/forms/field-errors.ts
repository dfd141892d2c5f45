import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { sessionTexts } from '../../texts/sessions.ts'

/** Problems that are about one field, but name no violation of it. */
const aboutOneField: Partial<Record<ApiProblem['code'], { field: string; text?: string }>> = {
  email_taken: { field: 'email' },
  current_password_wrong: { field: 'currentPassword', text: sessionTexts.password.wrongCurrent },
}

/**
 * What is wrong with fields of a form, in words.
 * @param fields that say it themselves, named as in the body.
 * @returns texts by field, none where the refusal is about something else.
 */
export function fieldErrors(error: Error | null, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  const found = fields.flatMap((field) => {
    const text = textAt(error, field)
    return text === undefined ? [] : [[field, text] as const]
  })
  return Object.fromEntries(found)
}

/** Whether these fields say everything that is wrong. */
export function isSaidByFields(error: Error | null, fields: readonly string[]): boolean {
  if (!(error instanceof ApiProblem)) return false
  const isElsewhere = ({ pointer = '' }: Violation) => !fields.includes(pointer.slice(1))
  return Object.keys(fieldErrors(error, fields)).length > 0 && !error.violations.some(isElsewhere)
}

function textAt(error: ApiProblem, field: string): string | undefined {
  const about = aboutOneField[error.code]
  return about?.field === field ? (about.text ?? error.message) : error.messageAt(`/${field}`)
}
