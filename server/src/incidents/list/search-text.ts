/** Stands between the texts of one incident, so that a word is never found across two of them. */
const separator = '\u001F'

/** Accents, as marks of their own. Marks of other scripts, such as vowel signs, belong to the word. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g

/** Letters that Unicode does not decompose, though readers take them for a plain letter with a stroke or a ligature. */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE', Þ: 'TH',
} // prettier-ignore
const strokedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Folds a text so that a search ignores case and accents, whatever the database's locale, and takes composed and decomposed
 * letters alike. Case is folded to lower and then to upper case: the Greek final sigma has one upper case, and the capital
 * sharp s has a lower case that becomes "SS".
 */
const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .toUpperCase()
    .replace(strokedLetters, (letter) => plainLetters[letter]!)
    .normalize('NFC')
    .replaceAll(separator, '\u001E')

/** Splits a search at white space into its folded words. Words that fold to nothing are left out. */
export const searchWords = (text: string): string[] => [...new Set(foldForSearch(text).split(/\s+/u).filter(Boolean))]

/** Text that searches read: the name and the tags of an incident. */
export const searchText = (name: string | null, tags: string[]): string =>
  [name ?? '', ...tags].map(foldForSearch).join(separator)
