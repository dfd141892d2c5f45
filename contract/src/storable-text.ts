/** Returns false for text with NUL or half of a surrogate pair, which PostgreSQL cannot store. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
