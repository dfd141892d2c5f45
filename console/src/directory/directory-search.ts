import { oneOf, oneText, type SearchParameters } from '../api/search-parameters.ts'

/** Search of an administration list from its address. By default the first page of entries in use. */
export interface DirectorySearch {
  q?: string | undefined
  show?: 'archived' | 'all' | undefined
  /** Counted from 1. */
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
