import { queryOptions } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'

/** One Incident. What belongs to it stands under the same key, and is refreshed with it. */
export const incidentQuery = (id: Uuid) =>
  queryOptions({
    queryKey: ['incidents', 'one', id],
    queryFn: ({ signal }) => call<IncidentResponse>('GET', `/incidents/${encodeURIComponent(id)}`, { signal }),
  })

/** Deleted, of another organization, or no id at all. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'incident_not_found' || error.code === 'invalid_request')
