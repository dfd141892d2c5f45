import { sql } from 'kysely'
import type { StoredResponse } from './response.ts'

/**
 * SQL expression of the IncidentResponse. Appends the number and the version to the stored text, which ends with a brace.
 */
export const responseText = sql<StoredResponse>`
  left(response, -1) || ',"number":' || coalesce(number, 0) || ',"version":' || version || '}'`
