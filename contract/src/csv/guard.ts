/** `=1+1`, and the same behind apostrophes, so that guarding twice can be undone twice. */
const formula = String.raw`'*[=+\-@＝＋－＠\t]`
/** A parser that misreads the quotes, or splits at semicolons, starts a new cell behind each of these. */
const separator = String.raw`[;\t\n\v\f\r\u0085\u2028\u2029]`

const unguarded = new RegExp(String.raw`^(?='*\r)|(?<=^|${separator})(?=${formula})`, 'g')
const guarded = new RegExp(String.raw`^'(?='*\r)|(?<=^|${separator})'(?=${formula})`, 'g')

/**
 * Puts an apostrophe before whatever a spreadsheet would take for a formula: at the start of a cell, of each of its lines,
 * and behind a semicolon or tab. Text without such a place stays as it is.
 */
export const guardCell = (text: string): string => text.replace(unguarded, "'")

/** Undoes `guardCell` exactly. */
export const unguardCell = (text: string): string => text.replace(guarded, '')
