import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from the revision to compare with; the preceding one by default. */
export interface RevisionSearch {
  from?: number | undefined
}

export function readRevisionSearch(search: SearchParameters): RevisionSearch {
  return { from: readRevision(oneOf(search.from)) }
}

/** Reads the number of a revision. Returns undefined for other text, which the server would reject. */
export const readRevision = (text = ''): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
