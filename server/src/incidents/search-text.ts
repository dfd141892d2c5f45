/** Stands between the texts of one Incident, so that a search never matches across two of them. */
const separator = '\u001F'

/**
 * Folds case the same way whatever the database's locale. Upper case, because lower case depends on the neighbours of a
 * letter (the Greek final sigma) and upper case does not. By way of lower case, because the capital sharp s and the signs
 * for ohm, kelvin and angstrom are upper case already, and still equal to "SS" and letters.
 */
export const foldForSearch = (text: string): string => text.toLowerCase().toUpperCase().replaceAll(separator, '\u001E')

/** What the quick search looks in: name and tags. */
export const searchText = (name: string | null, tags: string[]): string =>
  [name ?? '', ...tags].map(foldForSearch).join(separator)
