/** The language of the texts. Dates and numbers follow the reader's own English where the browser names one. */
const language = 'en'
const withUnambiguousDates = 'en-GB'

/** @param names what the browser prefers, the first one most. */
export const localeOf = (names: readonly string[]): string =>
  names.find((name) => name.toLowerCase().startsWith(`${language}-`) && isKnown(name)) ?? withUnambiguousDates

/** A browser that takes its language from the system may name what is none, such as `en-US@posix`. */
function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

export const locale: string = localeOf(globalThis.navigator?.languages ?? [])
