import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'

/**
 * JSON text of an IncidentResponse. An operation can send it without parsing and serializing it. PostgreSQL builds the
 * text from a generated column, and the number and version of the incident.
 * @see docs/decisions/0010-store-the-json-of-an-incident.md
 */
export type StoredResponse = string

/** Parses the JSON texts of several incidents, which are separated by commas. */
export const readResponses = (part: string): IncidentResponse[] => JSON.parse(`[${part}]`)

export const readResponse = (response: StoredResponse): IncidentResponse => JSON.parse(response)
