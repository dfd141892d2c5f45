import { isPseudoLocale } from './locale.ts'
import { lengthen } from './pseudo-locale.ts'

/**
 * Defines the texts of a feature. Every text that users read passes through this function, so that other languages can
 * be added here later. In the pseudo-locale, the function lengthens the texts. A page then reveals texts that bypass
 * the function, and places without room for a longer language.
 * @param texts texts by name. Functions insert numbers and names, formatted with `plural` and `format.ts`.
 */
export const defineTexts = <Texts extends object>(texts: Texts): Texts =>
  isPseudoLocale ? (lengthenAll(texts) as Texts) : texts

/**
 * Lengthens each text in objects, lists and results of functions. Does not lengthen a name that a function inserts into
 * its text.
 */
function lengthenAll(value: unknown, names: readonly string[] = []): unknown {
  if (typeof value === 'string') return lengthen(value, names)
  if (Array.isArray(value)) return value.map((entry) => lengthenAll(entry, names))
  if (typeof value === 'function') {
    return (...parameters: unknown[]) =>
      lengthenAll(
        value(...parameters),
        parameters.filter((parameter) => typeof parameter === 'string'),
      )
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, lengthenAll(entry, names)]))
}
