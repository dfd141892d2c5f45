import type { IncidentResponse } from '@tocsin/contract/incident.ts'

/**
 * The JSON text of an IncidentResponse. PostgreSQL keeps it beside the row, made from the row: whoever only passes an
 * Incident on need neither parse nor print it.
 * @see docs/decisions/0010-the-stored-response.md
 */
export type StoredResponse = string

/** Of a page of a list, which is several with commas between. */
export const readResponses = (page: string): IncidentResponse[] => JSON.parse(`[${page}]`)

export const readResponse = (response: StoredResponse): IncidentResponse => JSON.parse(response)
