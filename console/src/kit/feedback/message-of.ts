import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { adviceTexts } from '../../texts/problems.ts'
import { violationTexts } from '../../texts/violations.ts'

/**
 * Returns a text for the user that gives the reason for an error and, for some problem codes, advice on the next step.
 */
export function messageOf(error: Error): string {
  if (!(error instanceof ApiProblem)) return frameTexts.problem.unexpected
  const reasons = error.isCoveredByViolations ? error.violations.map(describeViolation) : [error.message]
  const advices: Readonly<Record<string, ((retryAfterSeconds: number | undefined) => string) | undefined>> = adviceTexts
  const advice = advices[error.code]?.(error.retryAfterSeconds)
  return [...reasons, ...(advice ? [advice] : [])].join(' ')
}

/** Describes a violation with the console's label of the field. For an unknown field, returns the server's message. */
function describeViolation({ pointer = '', code, message }: Violation): string {
  const fields: Readonly<Record<string, string>> = fieldTexts
  const field = fields[pointer.slice(1)]
  const text = violationTexts[code]
  return field && text ? `${field}: ${text}` : message
}
