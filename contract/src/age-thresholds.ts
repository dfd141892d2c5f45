import type { AgeThresholds } from './console/organization-settings.ts'

// Do not import TypeBox here: the console imports this file, and must not load TypeBox.

const hour = 60
const day = 24 * hour

/** Maximum value of an age threshold, in minutes: one year. */
export const thresholdMaximumMinutes = 365 * day

/** Age thresholds of an organization that has not changed them. */
export const defaultAgeThresholds: AgeThresholds = {
  CRITICAL: { agingAfterMinutes: hour, overdueAfterMinutes: 4 * hour },
  MAJOR: { agingAfterMinutes: 8 * hour, overdueAfterMinutes: day },
  NORMAL: { agingAfterMinutes: 3 * day, overdueAfterMinutes: 7 * day },
  MINOR: { agingAfterMinutes: 14 * day, overdueAfterMinutes: 30 * day },
}
