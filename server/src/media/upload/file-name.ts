import { cutBetweenLetters } from '../../shorten.ts'

const lengthMaximum = 255
const fallbackName = 'file'

/** Control characters, line breaks, and text direction marks, which can make `gpj.exe` look like `exe.jpg`. */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Removes everything from a file name that is not safe to store or to show.
 * @param sent name from the client. It may be a whole path, or undefined.
 * @returns the last part of the path, without unsafe characters and at most 255 code points long. Returns `file` when
 *   nothing is left.
 */
export function cleanFileName(sent: string | undefined): string {
  if (!sent?.isWellFormed()) return fallbackName
  const lastPart = sent.replace(unsafeCharacters, '').split(/[/\\]/).at(-1)!
  const name = cutBetweenLetters(lastPart, [...lastPart].slice(0, lengthMaximum).join('').length)
  return name.trim() === '' || name === '.' || name === '..' ? fallbackName : name
}
