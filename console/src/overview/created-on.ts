import type { IncidentSearch } from '../incidents/incident-search.ts'

/**
 * The address of the list that shows exactly what was created on a day.
 * @param date such as `2026-03-01`, of the reader's own clock.
 */
export const createdOn = (date: string): IncidentSearch => ({
  createdFrom: new Date(`${date}T00:00:00`).toISOString(),
  createdUntil: new Date(`${date}T23:59:59.999`).toISOString(),
})
