import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'

/** Local times are those of the reader's own clock, as `<input type="datetime-local">` has them: `2026-03-01T09:30`. */

/** The local time of an instant. */
export function localTextOf(instant: Instant): string {
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The instant of a local time as typed; undefined where it is none. */
export function instantOf(localText: string): Instant | undefined {
  const date = new Date(localText)
  return Number.isNaN(date.getTime()) ? undefined : parseInstant(date.toISOString())
}
