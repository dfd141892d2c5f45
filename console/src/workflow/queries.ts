import { queryOptions } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { call } from '../api/call.ts'

/** Query for the workflow with the number of incidents in each state. */
export const workflowQuery = queryOptions({
  queryKey: ['workflow', 'whole'],
  queryFn: ({ signal }) => call<Workflow>('GET', '/workflow', { signal }),
})

/** Query for the states in the order of the workflow. Each state lists the states that may follow it. */
export const statesQuery = queryOptions({
  queryKey: ['workflow', 'states'],
  async queryFn({ signal }) {
    const { data } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states', { signal })
    return data
  },
  staleTime: 60_000,
})
