import { writeMessage } from './output.ts'

/**
 * Terminal codes that erase the line with the progress bar to make room for a message. The next update draws the bar
 * again, below the message.
 */
const clearLine = '\r\u001B[K'

/**
 * Writes a message that says what the command is waiting for.
 * @param subject names the server or database that the command waits for. It must not contain a key or a password.
 * @param reason error message of the last failed attempt; undefined if no attempt has failed.
 */
export const announceWait = (subject: string, reason?: string): void =>
  writeMessage(`${process.stderr.isTTY ? clearLine : ''}Waiting for ${subject}${reason ? ` (${reason})` : ''} …`)
