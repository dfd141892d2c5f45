import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from the page to return to: an address of the console itself, never of another site. */
export interface SignInSearch {
  from?: string | undefined
}

export function readSignInSearch(search: SearchParameters): SignInSearch {
  const from = oneOf(search.from)
  // `//host` and `/\host` are other sites to a browser, with a tab or a line break between too.
  return { from: from && /^\/(?![/\\\s])/.test(from) ? from : undefined }
}
