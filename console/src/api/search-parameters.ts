import { isStorableText } from '@tocsin/contract/storable-text.ts'
/** What follows `?` in the console's own addresses: texts, several of one name as a list. */
export type SearchParameters = Record<string, string | string[] | undefined>

/** Reads `?priority=HIGH&priority=LOW&q=door` plainly, so that addresses stay readable and can be written by hand. */
export function readSearch(text: string): SearchParameters {
  const found: SearchParameters = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = found[name]
    found[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return found
}

/** The opposite of `readSearch`; undefined and empty lists are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) if (each !== undefined && each !== null) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/** One value of a parameter: the first where it is repeated. */
export const oneOf = (value: SearchParameters[string]): string | undefined => (Array.isArray(value) ? value[0] : value)

/** One text of a parameter; undefined where it is empty, or nothing that the server could look for. */
export function oneText(value: SearchParameters[string]): string | undefined {
  const text = oneOf(value)
  return text && isStorableText(text) ? text : undefined
}

/** All values of a parameter. */
export const allOf = (value: SearchParameters[string]): string[] => (value === undefined ? [] : [value].flat())
