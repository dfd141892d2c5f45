/**
 * Error for a file that is not readable as CSV. The message is a clause that begins in lower case, because it is
 * printed after the file name.
 */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
}

export const saveAsUtf8 = 'Save the file as CSV UTF-8 and try again.'
