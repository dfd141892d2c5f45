/** Separates the texts of one incident, so that no match spans two of them. */
const separator = '\u001F'

/** Combining accents. Marks of other scripts, such as vowel signs, belong to the word and stay. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g

/** Letters that Unicode does not decompose, although readers see a plain letter with a stroke or a ligature. */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE', Þ: 'TH',
} // prettier-ignore
const strokedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Folds a text so that a search ignores case, accents and the composition of letters, independently of the database's
 * locale. Text becomes lower case and then upper case: both Greek small sigmas have one upper case, and the capital sharp s
 * becomes "SS" only by way of its lower case.
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

/** Folds the searchable text of an incident: its name and tags. */
export const searchText = (name: string | null, tags: string[]): string =>
  [name ?? '', ...tags].map(foldForSearch).join(separator)
