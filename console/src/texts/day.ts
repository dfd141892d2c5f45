import type { Instant } from '@tocsin/contract/scalars.ts'

/**
 * Functions for days in the browser's time zone. Days have the format of `<input type="date">`, such as `2026-03-01`.
 */

/** Returns the day that contains an instant, such as `2026-03-01`, in the browser's time zone. */
export function dayOf(instant: Instant | number): string {
  const date = new Date(instant)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Returns the first instant of a day, or undefined for an invalid day. */
export const startOf = (day: string): Instant | undefined => instantOn(day, '00:00:00')

/** Returns the last instant of a day, or undefined for an invalid day. */
export const endOf = (day: string): Instant | undefined => instantOn(day, '23:59:59.999')

function instantOn(day: string, time: string): Instant | undefined {
  const date = new Date(`${day}T${time}`)
  // Some JavaScript engines read a day that does not exist, such as 30 February, as a later day. Reject such a day.
  return dayOf(date.getTime()) === day ? date.toISOString() : undefined
}
