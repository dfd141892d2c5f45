import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'

/**
 * The JSON text of an IncidentResponse. PostgreSQL keeps it beside the row, made from the row: whoever only passes an
 * Incident on need neither parse nor print it.
 * @see docs/decisions/0010-the-stored-response.md
 */
export type StoredResponse = string

/** Of a part of a page, which is several with commas between. */
export const readResponses = (part: string): IncidentResponse[] => JSON.parse(`[${part}]`)

export const readResponse = (response: StoredResponse): IncidentResponse => JSON.parse(response)
