import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'

/**
 * JSON text of an IncidentResponse. PostgreSQL generates it as a column of the row, so that code that only sends an
 * incident on need not parse and serialize it.
 * @see docs/decisions/0010-store-the-json-of-an-incident.md
 */
export type StoredResponse = string

/** Parses one part of a page: incidents separated by commas. */
export const readResponses = (part: string): IncidentResponse[] => JSON.parse(`[${part}]`)

export const readResponse = (response: StoredResponse): IncidentResponse => JSON.parse(response)
