import type { AgeThreshold } from '@tocsin/contract/console/organization-settings.ts'

/** Returns true if the age at which incidents become overdue is not below the age at which they become aging. */
export const isOrdered = ({ agingAfterMinutes, overdueAfterMinutes }: AgeThreshold): boolean =>
  agingAfterMinutes === null || overdueAfterMinutes === null || agingAfterMinutes <= overdueAfterMinutes
