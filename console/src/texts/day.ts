import { TZDateMini } from '@date-fns/tz'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { timeZone } from './time-zone.ts'

/**
 * Functions for days in the time zone of the console. Days have the format of `<input type="date">`, such as
 * `2026-03-01`.
 */

/** Returns the day that contains an instant, such as `2026-03-01`. */
export function dayOf(instant: Instant | number): string {
  const date = new TZDateMini(new Date(instant), timeZone())
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Returns the first instant of a day, or undefined for an invalid day. */
export const startOf = (day: string): Instant | undefined => instantOn(day, [0, 0, 0, 0])

/** Returns the last instant of a day, or undefined for an invalid day. */
export const endOf = (day: string): Instant | undefined => instantOn(day, [23, 59, 59, 999])

function instantOn(
  day: string,
  [hour, minute, second, ms]: readonly [number, number, number, number],
): Instant | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined) return undefined
  const atMs = new TZDateMini(year, month! - 1, date!, hour, minute, second, ms, timeZone()).getTime()
  // JavaScript reads a day that does not exist, such as 30 February, as a later day. Reject such a day.
  return dayOf(atMs) === day ? new Date(atMs).toISOString() : undefined
}
