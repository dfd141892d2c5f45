import { isStorableText } from '@tocsin/contract/storable-text.ts'

/** Query parameters of the console's own URLs. A repeated parameter is an array. */
export type SearchParameters = Record<string, string | string[] | undefined>

/**
 * Parses a query string such as `?priority=MAJOR&priority=MINOR&q=door`. Values are plain text and not JSON, so that
 * people can read and write the URLs.
 */
export function readSearch(text: string): SearchParameters {
  const found: SearchParameters = {}
  for (const [name, value] of new URLSearchParams(text)) {
    // Assigning an array to `__proto__` would make the result inherit the array's methods as if they were parameters.
    if (name === '__proto__') continue
    const earlier = found[name]
    found[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return found
}

/**
 * Converts search parameters into a query string. `readSearch` does the reverse. Omits undefined and null values and
 * empty arrays.
 */
export function writeSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) if (each !== undefined && each !== null) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/** Returns the first value of a query parameter. */
export const oneOf = (value: SearchParameters[string]): string | undefined => (Array.isArray(value) ? value[0] : value)

/**
 * Returns the first value of a query parameter; undefined if the value is empty or has characters that the server
 * cannot store.
 */
export function oneText(value: SearchParameters[string]): string | undefined {
  const text = oneOf(value)
  return text && isStorableText(text) ? text : undefined
}

/** Returns all values of a query parameter. */
export const allOf = (value: SearchParameters[string]): string[] => (value === undefined ? [] : [value].flat())
