import { writeMessage } from './output.ts'

/** Terminal codes that erase the progress bar. The bar appears again below the message. */
const clearLine = '\r\u001B[K'

/**
 * Writes a message that the command is waiting.
 * @param subject names the server or database that the command waits for. It must not contain a key or a password.
 * @param reason error message of the last attempt, if there was one.
 */
export const announceWait = (subject: string, reason?: string): void =>
  writeMessage(`${process.stderr.isTTY ? clearLine : ''}Waiting for ${subject}${reason ? ` (${reason})` : ''} …`)
