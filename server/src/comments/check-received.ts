import { filesMaximum, messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { ReceivedFile } from '../media/upload/receive-file.ts'
import { Problem, violationAt } from '../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'

/**
 * Comment of a member of staff that is not stored yet. Its files were received completely and are in the upload folder.
 */
export interface ReceivedComment {
  message: string | null
  files: ReceivedFile[]
}

/** Returns the message; null for a missing or blank message. */
export const unlessBlank = (message: string | null | undefined): string | null => (message?.trim() ? message : null)

/**
 * Checks a comment of a member of staff before it is stored.
 * @throws Problem `too_many_files` or `invalid_request`.
 */
export function checkReceivedComment({ message, files }: ReceivedComment): void {
  if (files.length > filesMaximum) throw new Problem('too_many_files')
  const violations = message === null ? violationsWithoutMessage(files) : violationsOfMessage(message)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}

const violationsWithoutMessage = (files: ReceivedFile[]): Violation[] =>
  files.length > 0 ? [] : [violationAt('/message', 'required', 'Write something, or attach a file.')]

function violationsOfMessage(message: string): Violation[] {
  if (!isStorableText(message)) return [violationAt('/message', 'invalid_text')]
  if ([...message].length <= messageMaxLength) return []
  return [violationAt('/message', 'too_long', `A message has at most ${messageMaxLength} characters.`)]
}
