/** The language of the texts. Dates and numbers follow the reader's own English where the browser names one. */
const language = 'en'
const withUnambiguousDates = 'en-GB'

export const locale: string =
  globalThis.navigator?.languages.find((name) => name.toLowerCase().startsWith(`${language}-`)) ?? withUnambiguousDates
