import { oneOf, type SearchParameters } from '../../api/search-parameters.ts'

/**
 * Search parameters in the URL of the report form: ids of a point, a location and a type with which the form starts.
 * The URLs of printed codes contain a point or a location.
 */
export interface ReportSearch {
  point?: string | undefined
  location?: string | undefined
  type?: string | undefined
}

export const readReportSearch = ({ point, location, type }: SearchParameters): ReportSearch => ({
  point: oneOf(point),
  location: oneOf(location),
  type: oneOf(type),
})
