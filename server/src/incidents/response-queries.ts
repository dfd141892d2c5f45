import { sql } from 'kysely'
import type { StoredResponse } from './response.ts'

/**
 * SQL expression for the JSON text of an IncidentResponse: the stored text, with the incident's number and version
 * inserted before the final brace.
 */
export const responseText = sql<StoredResponse>`
  left(response, -1) || ',"number":' || coalesce(number, 0)::text || ',"version":' || version::text || '}'`
