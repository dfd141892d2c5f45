const maximumLength = 100

/** What a caller sent, short enough to be named in a sentence. */
export const shorten = (text: string): string =>
  text.length <= maximumLength ? text : `${text.slice(0, maximumLength).toWellFormed()}…`
