import { TZDateMini } from '@date-fns/tz'
import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { dayOf } from './day.ts'
import { timeZone } from './time-zone.ts'
import { msOfLocal } from './zoned-time.ts'

/**
 * Functions for local times in the time zone of the console. Local times have the format of
 * `<input type="datetime-local">`, such as `2026-03-01T09:30`.
 */

/** Returns the local time of an instant, to the minute. */
export function localTextOf(instant: Instant): string {
  const date = new TZDateMini(new Date(instant), timeZone())
  const [hour, minute] = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${dayOf(instant)}T${hour}:${minute}`
}

/**
 * Returns the instant of a typed local time. Returns undefined for an invalid text, and for a year below 100: the user
 * has typed only two digits, and JavaScript would read them as a year of the last century.
 */
export function instantOf(localText: string): Instant | undefined {
  const [, year, month, day, hour, minute, second = 0, ms = 0] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?$/
      .exec(localText)
      ?.map((part) => Number(part ?? 0)) ?? []
  if (year === undefined || year < 100) return undefined
  const atMs = msOfLocal(Date.UTC(year, month! - 1, day!, hour!, minute!, second, ms))
  return Number.isNaN(atMs) ? undefined : parseInstant(new Date(atMs).toISOString())
}
