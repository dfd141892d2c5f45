import type { AgeThreshold } from '@tocsin/contract/console/organization-settings.ts'

/** Returns true if an incident is not overdue before it is aging. */
export const isOrdered = ({ agingAfterMinutes, overdueAfterMinutes }: AgeThreshold): boolean =>
  agingAfterMinutes === null || overdueAfterMinutes === null || agingAfterMinutes <= overdueAfterMinutes
