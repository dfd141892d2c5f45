import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from the revision that this one is compared with; the one before it unless given. */
export interface RevisionSearch {
  from?: number | undefined
}

export function readRevisionSearch(search: SearchParameters): RevisionSearch {
  const from = oneOf(search.from)
  return { from: from && /^[1-9]\d{0,8}$/.test(from) ? Number(from) : undefined }
}
