import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/**
 * Search parameters of the page of a revision.
 * @property from number of the revision to compare with; by default the preceding revision.
 */
export interface RevisionSearch {
  from?: number | undefined
}

export function readRevisionSearch(search: SearchParameters): RevisionSearch {
  return { from: readRevision(oneOf(search.from)) }
}

/** Converts text into a revision number. Returns undefined for text that the server would reject. */
export const readRevision = (text = ''): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
