import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'

/** How the Organization stands; the days end at the midnights of whoever looks. */
export const overviewQuery = queryOptions({
  queryKey: ['overview', 'standing'],
  queryFn: ({ signal }) => fetchOverview(signal),
})

async function fetchOverview(signal: AbortSignal): Promise<Overview> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return await call<Overview>('GET', '/overview', { query: { timeZone }, signal })
  } catch (error) {
    // A browser may know time zones that the server does not know yet.
    if (error instanceof ApiProblem && error.status === 400) return call<Overview>('GET', '/overview', { signal })
    throw error
  }
}
