import { queryOptions } from '@tanstack/react-query'
import type { Workflow } from '@tocsin/contract/workflow.ts'
import { call } from '../api/call.ts'

/** The workflow as one picture, with how many Incidents are in each state. */
export const workflowQuery = queryOptions({
  queryKey: ['workflow', 'picture'],
  queryFn: ({ signal }) => call<Workflow>('GET', '/workflow', { signal }),
})
