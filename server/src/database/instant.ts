import type { Instant } from '@tocsin/contract/scalars.ts'

/**
 * Converts an instant from PostgreSQL's text to the format of the API: `2026-03-01 08:30:00.12+00` becomes
 * `2026-03-01T08:30:00.120Z`.
 * @throws Error when the text is not in UTC, because then the time zone of the connection is wrong.
 */
export function readInstant(text: string): Instant {
  if (!text.endsWith('+00')) throw new Error(`PostgreSQL returns instants in another time zone: ${text}`)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
}
