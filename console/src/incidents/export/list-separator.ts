export type ListSeparator = 'comma' | 'semicolon'

/**
 * Returns the separator that spreadsheets expect in a CSV file in a language: a semicolon where the comma separates
 * decimals.
 * @param language language of the browser, for example `de-CH`.
 */
export function listSeparatorOf(language: string): ListSeparator {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'semicolon' : 'comma'
}
