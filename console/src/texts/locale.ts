/** Language of the texts. Dates and numbers follow the browser's variant of English if it has one. */
const language = 'en'
const withUnambiguousDates = 'en-GB'

/** Chooses the locale. @param names the browser's languages, the preferred one first. */
export const localeOf = (names: readonly string[]): string =>
  names.find((name) => name.toLowerCase().startsWith(`${language}-`) && isKnown(name)) ?? withUnambiguousDates

/** Returns true for a valid locale. Browsers may report invalid ones of the system, such as `en-US@posix`. */
function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

export const locale: string = localeOf(globalThis.navigator?.languages ?? [])
