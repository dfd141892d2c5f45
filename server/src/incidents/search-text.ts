/**
 * Character between the name and the tags in the search text, so that no match can begin in the name and end in a tag,
 * or span two tags.
 */
const separator = '\u001F'

/** Combining accents, which a search ignores. Marks of other scripts, such as vowel signs, are not included. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g

/**
 * Letters with a stroke, ligatures and similar letters that Unicode normalization does not replace by plain letters.
 */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE', Þ: 'TH',
} // prettier-ignore
const strokedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Folds a text, so that a search ignores case, accents and the Unicode composition of letters, regardless of the locale
 * of the database. Converts the text to lower case first and then to upper case: the two small sigmas of Greek become
 * one capital letter, and a capital sharp s becomes "SS". Upper case alone would leave a capital sharp s unchanged.
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

/** Splits the text of a search request at white space and folds each word. Omits words that are empty after folding. */
export const searchWords = (text: string): string[] => [...new Set(foldForSearch(text).split(/\s+/u).filter(Boolean))]

/** Makes the text in which searches look for words: the folded name and tags of an incident. */
export const searchText = (name: string | null, tags: string[]): string =>
  [name ?? '', ...tags].map(foldForSearch).join(separator)
