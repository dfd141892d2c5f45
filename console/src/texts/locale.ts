/** Language of the texts. The format of dates and numbers follows the browser's variant of English, if there is one. */
const language = 'en'
const withUnambiguousDates = 'en-GB'

/**
 * Chooses the locale for dates and numbers: the first valid variant of English, else British English.
 * @param names languages of the browser, the preferred language first.
 */
export const localeOf = (names: readonly string[]): string =>
  names.find((name) => name.toLowerCase().startsWith(`${language}-`) && isKnown(name)) ?? withUnambiguousDates

/** Returns true for a valid locale. Browsers may report invalid locales of the system, such as `en-US@posix`. */
function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

export const locale: string = localeOf(globalThis.navigator?.languages ?? [])

/** True for a browser whose language is `en-XA`, the name that Unicode reserves for English with accents. */
export const isPseudoLocale: boolean = globalThis.navigator?.languages?.[0] === 'en-XA'
