import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'

/** Id of the incident or comment to which a file is attached. */
export type MediaSubject = { incidentId: Uuid } | { commentId: Uuid }

export const subjectNotFound = (subject: MediaSubject): Problem =>
  new Problem('incidentId' in subject ? 'incident_not_found' : 'comment_not_found')
