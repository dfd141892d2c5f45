import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkOutcome } from './change-selected.ts'

const texts = incidentListTexts.bulk

/** An Incident that is not changed, or may not be, by the name that it had when it was to be. */
export interface RemainingIncident extends BulkOutcome {
  name: string | null
}

/** How many were left as they were, and how many may have been. */
export function summaryOf(remaining: readonly RemainingIncident[]): string {
  const unknown = remaining.filter(({ became }) => became === 'unknown').length
  return texts.remainingTitle(remaining.length - unknown, unknown)
}

export const reasonOf = ({ became, reason }: RemainingIncident): string | null =>
  became === 'unknown' ? texts.unknown(reason) : reason
