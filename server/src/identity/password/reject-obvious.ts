import { Problem, violationAt } from '../../problem.ts'

/** Name and e-mail address of the user for whom a password is checked. */
export interface Identity {
  name: string
  email: string
}

/**
 * Minimum number of characters that a password must have besides the name and e-mail address of its user. The minimum
 * rejects, for example, a name with a year.
 */
const ownCharactersMinimum = 5

/**
 * Rejects a password that is easy to guess: only white space, or little more than the name or e-mail address of its
 * user.
 * @param pointer JSON Pointer of the password in the body.
 * @throws Problem `invalid_request` with the reason.
 */
export function rejectObviousPassword(password: string, identity: Identity, pointer: string): void {
  const reason = isBlank(password) ? blank : isOwnName(password, identity) ? ownName : undefined
  if (reason) throw new Problem('invalid_request', { violations: [violationAt(pointer, 'not_allowed_value', reason)] })
}

const blank = 'The password consists of white space only. Choose one with letters, digits or other visible characters.'
const ownName =
  'The password is little more than the name or email address of its user, which others try first. Choose another one.'

/** Returns true if a password has only white space, including invisible characters and characters without width. */
const isBlank = (password: string): boolean => /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(password)

function isOwnName(password: string, { name, email }: Identity): boolean {
  const folded = fold(password)
  // Accept a password that folds to an empty text, such as `!!!???!!!`: it contains no name.
  if (folded === '') return false
  const own = [email, ...email.split('@'), ...email.split(/[^\p{L}\p{N}]+/u), name, ...name.split(/\s+/)].map(fold)
  const longestFirst = own.filter(({ length }) => length >= 3).toSorted((one, other) => other.length - one.length)
  return [folded, [...folded].toReversed().join('')].some((text) => {
    const rest = longestFirst.reduce((remaining, part) => remaining.replaceAll(part, ''), text)
    return rest.length < text.length && [...rest].length < ownCharactersMinimum
  })
}

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
}

/**
 * Reduces a text to lower-case letters and digits, without accents. Replaces characters that resemble letters, such as
 * 3 and $, by these letters.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[013457$@]/g, (character) => lookalikes[character]!)
    .replace(/[^\p{L}\p{N}]/gu, '')
