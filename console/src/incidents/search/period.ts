import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { dayOf, daysBefore, startOf } from '../../texts/day.ts'

/** Number of days in each recent period. Each period ends now, and today counts as one of its days. */
const recentDays = { today: 1, last7Days: 7, last30Days: 30 } as const
export type RecentPeriod = keyof typeof recentDays

export const recentPeriods = Object.keys(recentDays) as RecentPeriod[]

/**
 * Start of a period in the URL: an instant, or the name of a recent period such as the last seven days. A saved view
 * with such a name stays up to date.
 */
export type PeriodStart = Instant | RecentPeriod

export const isRecent = (start: string | undefined): start is RecentPeriod =>
  recentPeriods.some((period) => period === start)

export const readPeriodStart = (text: string): PeriodStart | undefined => (isRecent(text) ? text : parseInstant(text))

/** Returns the first instant of a period. Days begin at midnight in the time zone of the console. */
export function firstInstant(start: PeriodStart): Instant {
  if (!isRecent(start)) return start
  return startOf(daysBefore(dayOf(Date.now()), recentDays[start] - 1))!
}

/** Query parameters that filter incidents by one of their times: the start and the end of a period, both included. */
export const periodFilters = {
  lastModifiedAt: { from: 'startAt', until: 'endAt' },
  createdAt: { from: 'createdFrom', until: 'createdUntil' },
  occurredAt: { from: 'occurredFrom', until: 'occurredUntil' },
} as const
export type PeriodField = keyof typeof periodFilters

export const periodFields = Object.keys(periodFilters) as PeriodField[]
