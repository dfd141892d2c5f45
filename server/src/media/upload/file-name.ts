import { cutBetweenLetters } from '../../shorten.ts'

const lengthMaximum = 255
const fallbackName = 'file'

/** Control characters, line breaks, and the direction marks that show `gpj.exe` as `exe.jpg`. */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes the name of a file safe to store and to show, and leaves the rest of it unchanged.
 * @param sent name from the client: possibly a whole path, possibly missing.
 * @returns the last part of the path without control characters, cut to at most 255 code points between two letters;
 *   `file` when nothing is left.
 */
export function cleanFileName(sent: string | undefined): string {
  if (!sent?.isWellFormed()) return fallbackName
  const lastPart = sent.replace(unsafeCharacters, '').split(/[/\\]/).at(-1)!
  const name = cutBetweenLetters(lastPart, [...lastPart].slice(0, lengthMaximum).join('').length)
  return name.trim() === '' || name === '.' || name === '..' ? fallbackName : name
}
