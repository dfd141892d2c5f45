import type { Violation } from '@tocsin/contract/api/problem.ts'
import { shorten } from './shorten.ts'

/**
 * Returns the canonical name of a time zone. The given name may be spelled differently, for example in lower case.
 * Returns undefined if the time zone is unknown.
 */
export function canonicalTimeZone(timeZone: string): string | undefined {
  // Without this check, Intl would accept an offset such as `+01:00`.
  if (!/^[A-Za-z]/.test(timeZone)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const unknownTimeZone = (timeZone: string): Pick<Violation, 'code' | 'message'> => ({
  code: 'invalid_value',
  message: `There is no time zone ${shorten(timeZone)}.`,
})
