import { incidentFilesMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'

/** Id of the incident or comment to which a file is attached. */
export type MediaSubject = { incidentId: Uuid } | { commentId: Uuid }

export const subjectNotFound = (subject: MediaSubject): Problem =>
  new Problem('incidentId' in subject ? 'incident_not_found' : 'comment_not_found')

/**
 * Checks the number of files of an incident, including the file to attach. Accepts any number for a comment, because
 * `addCommentWithFiles` limits the files of a comment.
 * @throws Problem `too_many_incident_files`.
 */
export function checkFileCount(subject: MediaSubject, fileCount: number): void {
  if ('commentId' in subject || fileCount <= incidentFilesMaximum) return
  const detail = `An incident can have up to ${incidentFilesMaximum.toLocaleString('en')} files.`
  throw new Problem('too_many_incident_files', { detail })
}
