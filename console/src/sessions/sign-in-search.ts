import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from the page to return to: an address of the console itself, never of another site. */
export interface SignInSearch {
  from?: string | undefined
}

export function readSignInSearch(search: SearchParameters): SignInSearch {
  const from = oneOf(search.from)
  // `//host` and `/\host` are other sites to a browser.
  return { from: from && /^\/(?![/\\])/.test(from) ? from : undefined }
}
