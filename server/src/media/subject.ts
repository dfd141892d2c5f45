import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'

/** The incident or comment that a file is attached to. */
export type MediaSubject = { incidentId: Uuid } | { commentId: Uuid }

export const subjectNotFound = (subject: MediaSubject): Problem =>
  new Problem('incidentId' in subject ? 'incident_not_found' : 'comment_not_found')
