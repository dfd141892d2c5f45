import type { ProblemCode } from '@tocsin/contract/api/problem.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

type Advice = (retryAfterSeconds: number | undefined) => string

/** Returns a sentence that says when to try again, in minutes if the wait is longer than 90 seconds. */
export function later(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again in a moment.'
  if (seconds <= 90) return `Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
  return `Try again in ${plural(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })}.`
}

const gone: Advice = () => 'It may have been deleted meanwhile: reload the page.'
const askAdministrator: Advice = () => 'Ask an administrator of your organization to do it.'

/**
 * Advice on the next step, keyed by problem code. Problems with other codes explain the next step in their `detail`.
 */
export const adviceTexts: Partial<Record<ProblemCode, Advice>> = defineTexts({
  unavailable: later,
  rate_limited: later,
  sign_in_locked: later,
  internal_error: () =>
    'Reload the page to see whether it was done, then try again. If it happens again, tell your administrator.',
  too_many_incident_files: () => 'Delete files that are no longer needed, then try again.',
  incident_not_found: gone,
  comment_not_found: gone,
  media_not_found: gone,
  view_not_found: gone,
  view_id_taken: () => 'The view may be back already: look for it in the sidebar.',
  administrators_only: askAdministrator,
  comment_not_yours: askAdministrator,
})
