/**
 * Finds what keeps a text from being the address of a service, such as `https://incidents.example.com/api/v1`.
 * @returns a phrase to follow the name of the setting, undefined where nothing does. It quotes nothing: an address may
 *   hold a password, and a key may have been given in its place.
 */
export function addressFault(text: string | undefined): string | undefined {
  if (!text) return 'is missing'
  // The parser would drop line breaks and tabs in silence, and cut off spaces at the ends.
  if (/[\s\p{Cc}]/u.test(text)) return 'contains white space'
  if (!/^https?:\/\//i.test(text)) return 'does not begin with http:// or https://'
  // Also empty ones: whatever is appended to the address would become part of them.
  if (/[?#]/.test(text)) return 'contains a query or a fragment'
  const url = parse(withoutSlash(text))
  if (!url) return 'is not a valid address'
  if (url.username || url.password) return 'contains a user name or password'
  return url.pathname.includes('//') ? 'contains an empty path segment' : undefined
}

/** @returns the address without a slash at its end. @throws TypeError for what is not the address of an API. */
export function readBaseUrl(text: string): string {
  const fault = addressFault(text) ?? (new URL(withoutSlash(text)).pathname === '/' ? pathless : undefined)
  if (fault) throw new TypeError(`baseUrl ${fault}; it must look like https://incidents.example.com/api/v1.`)
  return new URL(withoutSlash(text)).href
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

// The console answers there, with pages in place of JSON.
const pathless = 'lacks the version prefix'

/** The error of the URL parser carries the address. */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
