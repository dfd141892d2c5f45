import { writeMessage } from './output.ts'

/** Clears the bar of a terminal, which is drawn anew below the message. */
const clearLine = '\r\u001B[K'

/**
 * Tells the person at the terminal why nothing happens.
 * @param what names the host, never a key or a password.
 */
export const announceWait = (what: string, trouble?: string): void =>
  writeMessage(`${process.stderr.isTTY ? clearLine : ''}Waiting for ${what}${trouble ? ` (${trouble})` : ''} …`)
