import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

/**
 * Search parameters of the sign-in page.
 * @property from path of the page to return to after the sign-in, with its query string. It is always a console page.
 */
export interface SignInSearch {
  from?: string | undefined
}

/** Returns true for the path of the report form, also for the path in a QR code. */
export const isReport = (path = ''): boolean => /^\/(report|incidents\/new)(\?|$)/.test(path)

export function readSignInSearch(search: SearchParameters): SignInSearch {
  const from = oneOf(search.from)
  // Browsers read a path such as `//host` or `/\host` as the URL of another host, even with a tab or a line break after
  // the first slash. Drop such a path.
  return { from: from && /^\/(?![/\\\s])/.test(from) ? from : undefined }
}
