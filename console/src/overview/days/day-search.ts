import type { IncidentSearch } from '../../incidents/search/incident-search.ts'
import { endOf, startOf } from '../../texts/day.ts'

/**
 * Returns the filters of the incident list that find exactly the incidents created on a day.
 * @param date day in the console's time zone, such as `2026-03-01`.
 */
export const daySearch = (date: string): IncidentSearch => ({
  createdFrom: startOf(date),
  createdUntil: endOf(date),
})
