import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { adviceTexts } from '../../texts/problems.ts'
import { violationTexts } from '../../texts/violations.ts'

/** What went wrong and what to do about it, in sentences for the user. */
export function messageOf(error: Error): string {
  if (!(error instanceof ApiProblem)) return frameTexts.problem.unexpected
  const told = error.isCoveredByViolations ? error.violations.map(inWords) : [error.message]
  const advices: Readonly<Record<string, ((retryAfterSeconds: number | undefined) => string) | undefined>> = adviceTexts
  const advice = advices[error.code]?.(error.retryAfterSeconds)
  return [...told, ...(advice ? [advice] : [])].join(' ')
}

/** By the name that the field has in the console; where it has none, in the server's words, which name it. */
function inWords({ pointer = '', code, message }: Violation): string {
  const fields: Readonly<Record<string, string>> = fieldTexts
  const field = fields[pointer.slice(1)]
  const text = violationTexts[code]
  return field && text ? `${field}: ${text}` : message
}
