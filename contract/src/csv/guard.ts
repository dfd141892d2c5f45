/** Start of a formula. Leading apostrophes count, so that guarding twice can be undone twice. */
const formula = String.raw`'*[=+\-@＝＋－＠\t]`
/** Characters after which a parser that misreads quotes, or splits at semicolons, starts a new cell. */
const separator = String.raw`[;\t\n\v\f\r\u0085\u2028\u2029]`

const unguarded = new RegExp(String.raw`^(?='*\r)|(?<=^|${separator})(?=${formula})`, 'g')
const guarded = new RegExp(String.raw`^'(?='*\r)|(?<=^|${separator})'(?=${formula})`, 'g')

/**
 * Puts an apostrophe before each text that a spreadsheet would read as a formula: at the start of a cell, at the start of
 * each line, and after a semicolon or tab. Other text stays unchanged.
 */
export const guardCell = (text: string): string => text.replace(unguarded, "'")

/** Undoes `guardCell` exactly. */
export const unguardCell = (text: string): string => text.replace(guarded, '')
