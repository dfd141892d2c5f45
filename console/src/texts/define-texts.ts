import { isPseudoLocale } from './locale.ts'
import { lengthen } from './pseudo-locale.ts'

/**
 * Defines the texts of a feature. Every text that users read is in a call of this function, which is the place where
 * further languages will be chosen. In the pseudo-locale it lengthens the texts, so that a look at the pages shows texts
 * that are not in a catalogue, or that have no room for a longer language.
 * @param texts texts by name. Functions receive what varies, and format numbers with `plural` and `format.ts`.
 */
export const defineTexts = <Texts extends object>(texts: Texts): Texts =>
  isPseudoLocale ? (lengthenAll(texts) as Texts) : texts

/** Lengthens each text in objects, lists and results of functions. */
function lengthenAll(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value)
  if (Array.isArray(value)) return value.map(lengthenAll)
  if (typeof value === 'function') return (...parameters: unknown[]) => lengthenAll(value(...parameters))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, lengthenAll(entry)]))
}
