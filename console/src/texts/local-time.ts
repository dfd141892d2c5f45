import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'

/**
 * Functions for local times in the browser's time zone. Local times have the format of `<input type="datetime-local">`,
 * such as `2026-03-01T09:30`.
 */

/** Returns the local time of an instant, to the minute. */
export function localTextOf(instant: Instant): string {
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Returns the instant of a typed local time, or undefined for an invalid text. */
export function instantOf(localText: string): Instant | undefined {
  const date = new Date(localText)
  return Number.isNaN(date.getTime()) ? undefined : parseInstant(date.toISOString())
}
