/**
 * Time zone in which the console shows and reads dates and times. It is set when a session begins, like the language of
 * the texts, so that functions which format a time need no further parameter.
 */
let chosen: string | undefined

/** Time zone of the browser. */
export const browserTimeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the IANA name of the time zone of the console. */
export const timeZone = (): string => chosen ?? browserTimeZone

/**
 * Chooses the time zone of the console.
 * @param name IANA name. For null, and for a name that the browser does not know, the time zone of the browser is
 *   chosen.
 */
export function chooseTimeZone(name: string | null): void {
  chosen = name !== null && isKnownTimeZone(name) ? name : undefined
}

/** Returns true if the browser knows the time zone. */
export function isKnownTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
