import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/** @property from address to return to after the sign-in. It is always a page of the console. */
export interface SignInSearch {
  from?: string | undefined
}

export function readSignInSearch(search: SearchParameters): SignInSearch {
  const from = oneOf(search.from)
  // Browsers treat `//host` and `/\host` as other sites, also with a tab or a line break in between.
  return { from: from && /^\/(?![/\\\s])/.test(from) ? from : undefined }
}
