import { oneOf, oneText, type SearchParameters } from '../api/search-parameters.ts'

/**
 * Search parameters in the URL of an administration list. Without parameters, the list shows the first page of the
 * entries that are not archived.
 */
export interface DirectorySearch {
  q?: string | undefined
  show?: 'archived' | 'all' | undefined
  /** Page number, counted from 1; undefined for the first page. */
  page?: number | undefined
}

export function readDirectorySearch(search: SearchParameters): DirectorySearch {
  const show = oneOf(search.show)
  const page = Number(oneOf(search.page))
  return {
    q: oneText(search.q),
    show: show === 'archived' || show === 'all' ? show : undefined,
    page: Number.isInteger(page) && page > 1 && page <= pageMaximum ? page : undefined,
  }
}

const pageMaximum = 1_000_000
