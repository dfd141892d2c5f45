/**
 * Pattern for the start of a formula, including any apostrophes before it. `guardCell` therefore adds one apostrophe
 * even if the text already has some, and `unguardCell` always removes exactly one.
 */
const formula = String.raw`'*[=+\-@＝＋－＠\t]`
/** Characters after which a parser may start a new cell, if it misreads quotation marks or splits at semicolons. */
const separator = String.raw`[;\t\n\v\f\r\u0085\u2028\u2029]`

const unguarded = new RegExp(String.raw`^(?='*\r)|(?<=^|${separator})(?=${formula})`, 'g')
const guarded = new RegExp(String.raw`^'(?='*\r)|(?<=^|${separator})'(?=${formula})`, 'g')

/**
 * Puts an apostrophe before each part of a cell that a spreadsheet would read as a formula. This part starts the cell,
 * starts a line, or follows a semicolon or tab. Other text stays unchanged.
 */
export const guardCell = (text: string): string => text.replace(unguarded, "'")

/** Reverses `guardCell`: returns the text that was passed to `guardCell`. */
export const unguardCell = (text: string): string => text.replace(guarded, '')
