import { writeMessage } from './output.ts'

/** Erases the progress bar of a terminal; the bar is redrawn below the message. */
const clearLine = '\r\u001B[K'

/**
 * Writes a message that the command is waiting.
 * @param subject names the host, never a key or a password.
 * @param reason error of the last attempt.
 */
export const announceWait = (subject: string, reason?: string): void =>
  writeMessage(`${process.stderr.isTTY ? clearLine : ''}Waiting for ${subject}${reason ? ` (${reason})` : ''} …`)
