import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { timeZone } from '../texts/time-zone.ts'

/** Query for the overview of the organization. Its days end at midnight in the time zone of the console. */
export const overviewQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => fetchOverview(signal),
})

async function fetchOverview(signal: AbortSignal): Promise<Overview> {
  try {
    return await call<Overview>('GET', '/overview', { query: { timeZone: timeZone() }, signal })
  } catch (error) {
    // The server rejects a time zone that its own time zone data does not contain yet. In this case, use the default
    // time zone of the server.
    if (error instanceof ApiProblem && error.status === 400) return call<Overview>('GET', '/overview', { signal })
    throw error
  }
}
