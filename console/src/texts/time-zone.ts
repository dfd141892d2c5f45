/**
 * Time zone that the organization has chosen for the console; undefined if the console uses the time zone of the
 * browser. It is set when a session begins, so that functions which format a time need no further parameter.
 */
let chosen: string | undefined

/** Time zone of the browser. */
export const browserTimeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the IANA name of the console's time zone: the time zone of the organization, else the time zone of the
 * browser.
 */
export const timeZone = (): string => chosen ?? browserTimeZone

/**
 * Sets the time zone of the console.
 * @param name IANA name. For null, and for a name that the browser does not know, the console uses the browser's time
 *   zone.
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
