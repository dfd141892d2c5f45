import type { IncidentSearch } from '../../incidents/search/incident-search.ts'
import { endOf, startOf } from '../../texts/day.ts'

/**
 * The address of the list that shows exactly what was created on a day.
 * @param date such as `2026-03-01`, of the reader's own clock.
 */
export const daySearch = (date: string): IncidentSearch => ({
  createdFrom: startOf(date),
  createdUntil: endOf(date),
})
