/**
 * Checks the URL of a service, such as `https://incidents.example.com/api/v1`.
 * @returns the violation, as a phrase that follows the name of the setting, such as `is missing`; undefined for a valid
 *   URL. The phrase does not quote the text, because a URL may contain a password, and a user may enter an API key by
 *   mistake.
 */
export function addressViolation(text: string | undefined): string | undefined {
  if (!text) return 'is missing'
  // Check for white space before parsing, because the URL parser silently drops line breaks, tabs, and spaces at the
  // ends.
  if (/[\s\p{Cc}]/u.test(text)) return 'contains white space'
  if (!/^https?:\/\//i.test(text)) return 'does not begin with http:// or https://'
  // The client appends paths to this URL. After `?` or `#`, the paths would become part of the query string or the
  // fragment.
  if (/[?#]/.test(text)) return 'contains a query or a fragment'
  const url = parse(withoutSlash(text))
  if (!url) return 'is not a valid address'
  if (url.username || url.password) return 'contains a user name or password'
  return url.pathname.includes('//') ? 'contains an empty path segment' : undefined
}

/** Reads the base URL of the API, and removes slashes at its end. @throws TypeError for an invalid base URL. */
export function readBaseUrl(text: string): string {
  const violation = addressViolation(text) ?? (new URL(withoutSlash(text)).pathname === '/' ? pathless : undefined)
  if (violation) throw new TypeError(`baseUrl ${violation}; it must look like https://incidents.example.com/api/v1.`)
  return new URL(withoutSlash(text)).href
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

// Violation of a URL without the version prefix. Such URLs belong to the web console, which answers with HTML pages.
const pathless = 'lacks the version prefix'

/**
 * Parses a URL. Returns undefined for an invalid URL, because the error message of the URL parser would quote the text.
 */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
