import { sql } from 'kysely'
import type { StoredResponse } from './response.ts'

/**
 * SQL expression of the IncidentResponse. Inserts the number and the version before the final brace of the stored text.
 */
export const responseText = sql<StoredResponse>`
  left(response, -1) || ',"number":' || coalesce(number, 0)::text || ',"version":' || version::text || '}'`
