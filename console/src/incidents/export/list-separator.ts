export type ListSeparator = 'comma' | 'semicolon'

/**
 * Returns the separator that spreadsheets in a language expect in a CSV file: a semicolon if the language writes
 * decimals with a comma, else a comma.
 * @param language language of the browser, for example `de-CH`.
 */
export function listSeparatorOf(language: string): ListSeparator {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'semicolon' : 'comma'
}
