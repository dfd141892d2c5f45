const namedMaximumLength = 100
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Shortens a text that is longer than `maximumLength` UTF-16 code units, and appends an ellipsis. The default length
 * suits a text quoted within a sentence.
 */
export const shorten = (text: string, maximumLength = namedMaximumLength): string =>
  text.length <= maximumLength ? text : `${cutBetweenLetters(text, maximumLength).toWellFormed()}…`

/**
 * Cuts a text to at most `maximumLength` UTF-16 code units. Cuts between graphemes, so that an emoji keeps all its
 * parts and a letter its accents. Only a first grapheme longer than the maximum is itself cut, between its code points.
 */
export function cutBetweenLetters(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text
  const { index = 0 } = graphemes.segment(text.slice(0, maximumLength + 2)).containing(maximumLength) ?? {}
  if (index > 0) return text.slice(0, index)
  const isHalved = text.codePointAt(maximumLength - 1)! > 0xffff
  return text.slice(0, isHalved ? maximumLength - 1 : maximumLength)
}
