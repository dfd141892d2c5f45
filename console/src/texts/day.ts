import { TZDateMini } from '@date-fns/tz'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { timeZone } from './time-zone.ts'
import { msOfLocal } from './zoned-time.ts'

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
export const startOf = (day: string): Instant | undefined => instantOn(day, { plusDays: 0, plusMs: 0 })

/**
 * Returns the last instant of a day, or undefined for an invalid day. Computed from the start of the next day, because
 * 23:59 occurs twice where the clocks go back at midnight.
 */
export const endOf = (day: string): Instant | undefined => instantOn(day, { plusDays: 1, plusMs: -1 })

/** Returns the day that is a number of days before a valid day. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, day.length)
}

function instantOn(day: string, { plusDays, plusMs }: { plusDays: number; plusMs: number }): Instant | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined) return undefined
  const atMs = msOfLocal(Date.UTC(year, month! - 1, date! + plusDays)) + plusMs
  // JavaScript reads a day that does not exist, such as 30 February, as a later day. Reject such a day.
  return dayOf(atMs) === day ? new Date(atMs).toISOString() : undefined
}
