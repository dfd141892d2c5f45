import { Problem } from '../problem.ts'
import type { MediaSubject } from './queries.ts'

export const subjectNotFound = (subject: MediaSubject): Problem =>
  new Problem('incidentId' in subject ? 'incident_not_found' : 'comment_not_found')
