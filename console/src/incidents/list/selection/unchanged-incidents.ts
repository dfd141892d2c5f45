import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkOutcome } from './change-selected.ts'

const texts = incidentListTexts.bulk

/** An Incident that is not changed, or may not be, by the name that it had when it was to be. */
export interface UnchangedIncident extends BulkOutcome {
  name: string | null
}

/** How many were left as they were, and how many may have been. */
export function unchangedSummary(unchanged: readonly UnchangedIncident[]): string {
  const unknown = unchanged.filter(({ became }) => became === 'unknown').length
  return texts.unchangedTitle(unchanged.length - unknown, unknown)
}

export const unchangedReason = ({ became, reason }: UnchangedIncident): string | null =>
  became === 'unknown' ? texts.unknown(reason) : reason
