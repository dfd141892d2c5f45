import { cutBetweenLetters } from '../../shorten.ts'

const lengthMaximum = 255
/** Used where nothing of the name that was sent can be kept. */
const nameless = 'file'

/** Control characters, line breaks, and the marks that make `exe.jpg` out of `gpj.exe` on screen. */
const unshowable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes a file's name safe to store and to show, and otherwise leaves it as it was sent.
 * @param sent whatever a client calls the file: perhaps a whole path, perhaps nothing.
 * @returns the last part of the path without control characters, at most 255 code points and
 *   not cut inside a letter; `file` when nothing is left.
 */
export function cleanFileName(sent: string | undefined): string {
  if (!sent?.isWellFormed()) return nameless
  const lastPart = sent.replace(unshowable, '').split(/[/\\]/).at(-1)!
  const name = cutBetweenLetters(lastPart, [...lastPart].slice(0, lengthMaximum).join('').length)
  return name.trim() === '' || name === '.' || name === '..' ? nameless : name
}
