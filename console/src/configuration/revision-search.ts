import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from the revision that this one is compared with; the one before it unless given. */
export interface RevisionSearch {
  from?: number | undefined
}

export function readRevisionSearch(search: SearchParameters): RevisionSearch {
  return { from: readRevision(oneOf(search.from)) }
}

/** The number of a revision; other texts are none, and the server would call them a bad request. */
export const readRevision = (text = ''): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
