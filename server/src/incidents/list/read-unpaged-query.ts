import { readStrictly } from '../../http/lists/list-response.ts'
import { staffIncidentListShape, type IncidentListQuery } from './list-shape.ts'

/**
 * Reads the filters and the sort from a query string, for operations that have no pages. Rejects `limit`, `offset` and
 * `cursor`.
 * @throws Problem `invalid_request` with every violation.
 */
export const readUnpagedQuery = (query: unknown): IncidentListQuery =>
  readStrictly({ ...staffIncidentListShape, paging: ['sort'] }, query)
