import { filesMaximum, messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { ExaminedFile } from '../media/upload/examine.ts'
import { Problem, violationAt } from '../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'

/** What somebody has written, its files complete and in the upload folder. */
export interface Writing {
  message: string | null
  files: ExaminedFile[]
}

/** A message of the staff: a blank one is none. */
export const unlessBlank = (message: string | null | undefined): string | null => (message?.trim() ? message : null)

/**
 * Checks what a member of staff wants to write, wherever they write it.
 * @throws Problem `too_many_files` or `invalid_request`.
 */
export function checkWriting({ message, files }: Writing): void {
  if (files.length > filesMaximum) throw new Problem('too_many_files')
  const violations = message === null ? faultsOfSilence(files) : faultsOf(message)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })
}

const faultsOfSilence = (files: ExaminedFile[]): Violation[] =>
  files.length > 0 ? [] : [violationAt('/message', 'required', 'Write something, or attach a file.')]

function faultsOf(message: string): Violation[] {
  if (!isStorableText(message)) return [violationAt('/message', 'invalid_text')]
  if ([...message].length <= messageMaxLength) return []
  return [violationAt('/message', 'too_long', `A message has at most ${messageMaxLength} characters.`)]
}
