import type { IncidentSearch } from '../../incidents/search/incident-search.ts'
import { endOf, startOf } from '../../texts/day.ts'

/**
 * Returns the search that finds exactly the incidents created on a day.
 * @param date such as `2026-03-01`, in the browser's time zone.
 */
export const daySearch = (date: string): IncidentSearch => ({
  createdFrom: startOf(date),
  createdUntil: endOf(date),
})
