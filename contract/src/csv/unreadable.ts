/** Reports a file that is not CSV. The message is a clause in lower case that follows the name of the file. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
}

export const saveAsUtf8 = 'Save the file as CSV UTF-8 and try again.'
