import { Problem, violationAt } from '../../problem.ts'

/** User who owns the password. */
export interface Identity {
  name: string
  email: string
}

/** Minimum number of characters besides the user's own name and address; a year after the name is too few. */
const ownCharactersMinimum = 5

/**
 * Rejects a password that is easy to guess: only white space, or the user's own name or address with little else.
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

/** White space, including characters that are invisible or have no width. */
const isBlank = (password: string): boolean => /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(password)

function isOwnName(password: string, { name, email }: Identity): boolean {
  const folded = fold(password)
  // A password of symbols alone resembles no name.
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

/** Ignores case, accents, punctuation, and digits written for letters. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[013457$@]/g, (character) => lookalikes[character]!)
    .replace(/[^\p{L}\p{N}]/gu, '')
