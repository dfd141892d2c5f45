import { defaultAgeThresholds } from '@tocsin/contract/age-thresholds.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { AgeThresholds } from '@tocsin/contract/console/organization-settings.ts'

export type AgeLevel = 'aging' | 'overdue'

const minuteMs = 60_000

/**
 * Returns the age level of an open incident: the highest threshold of its priority that its age has reached.
 * @param thresholds thresholds of the organization; absent if an earlier version of the server sends none.
 * @returns undefined if the age has reached no threshold.
 */
export function ageLevelOf(
  { priority, createdAt }: Pick<IncidentResponse, 'priority' | 'createdAt'>,
  thresholds: AgeThresholds = defaultAgeThresholds,
  nowMs: number = Date.now(),
): AgeLevel | undefined {
  const ageMinutes = (nowMs - Date.parse(createdAt)) / minuteMs
  const { agingAfterMinutes, overdueAfterMinutes } = thresholds[priority]
  if (overdueAfterMinutes !== null && ageMinutes >= overdueAfterMinutes) return 'overdue'
  if (agingAfterMinutes !== null && ageMinutes >= agingAfterMinutes) return 'aging'
  return undefined
}
