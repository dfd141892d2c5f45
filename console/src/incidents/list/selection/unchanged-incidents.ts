import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkOutcome } from './change-selected.ts'

const texts = incidentListTexts.bulk

/** Incident that a change did not change, or may not have changed. `name` is its name when the change started. */
export interface UnchangedIncident extends BulkOutcome {
  name: string | null
}

/** Returns a title with the number of unchanged incidents and the number of possibly unchanged incidents. */
export function unchangedSummary(unchanged: readonly UnchangedIncident[]): string {
  const unknown = unchanged.filter(({ became }) => became === 'unknown').length
  return texts.unchangedTitle(unchanged.length - unknown, unknown)
}

export const unchangedReason = ({ became, reason }: UnchangedIncident): string | null =>
  became === 'unknown' ? texts.unknown(reason) : reason
