import type { Instant } from '@tocsin/contract/scalars.ts'

/** Days are those of the reader's own clock, as `<input type="date">` has them: `2026-03-01`. */

/** The day that an instant is on. */
export function dayOf(instant: Instant | number): string {
  const date = new Date(instant)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** The first instant of a day; undefined where there is no such day. */
export const startOf = (day: string): Instant | undefined => instantOn(day, '00:00:00')

/** The last instant of a day; undefined where there is no such day. */
export const endOf = (day: string): Instant | undefined => instantOn(day, '23:59:59.999')

function instantOn(day: string, time: string): Instant | undefined {
  const date = new Date(`${day}T${time}`)
  // Some engines take the 30th of February for the 2nd of March.
  return dayOf(date.getTime()) === day ? date.toISOString() : undefined
}
