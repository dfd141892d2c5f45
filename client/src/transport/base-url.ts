/**
 * Checks the address of a service, such as `https://incidents.example.com/api/v1`.
 * @returns a phrase that follows the name of the setting; undefined for a valid address. It quotes nothing, because an
 *   address may contain a password, and a user may have entered a key instead.
 */
export function addressViolation(text: string | undefined): string | undefined {
  if (!text) return 'is missing'
  // The URL parser would silently drop line breaks, tabs and spaces at the ends.
  if (/[\s\p{Cc}]/u.test(text)) return 'contains white space'
  if (!/^https?:\/\//i.test(text)) return 'does not begin with http:// or https://'
  // Even an empty query or fragment would swallow a path that is appended to the address.
  if (/[?#]/.test(text)) return 'contains a query or a fragment'
  const url = parse(withoutSlash(text))
  if (!url) return 'is not a valid address'
  if (url.username || url.password) return 'contains a user name or password'
  return url.pathname.includes('//') ? 'contains an empty path segment' : undefined
}

/** Reads the address of an API, without a slash at its end. @throws TypeError for an invalid address. */
export function readBaseUrl(text: string): string {
  const violation = addressViolation(text) ?? (new URL(withoutSlash(text)).pathname === '/' ? pathless : undefined)
  if (violation) throw new TypeError(`baseUrl ${violation}; it must look like https://incidents.example.com/api/v1.`)
  return new URL(withoutSlash(text)).href
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

// The console answers at addresses without a prefix, with pages instead of JSON.
const pathless = 'lacks the version prefix'

/** Parses without an error, because the error of the URL parser contains the address. */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
