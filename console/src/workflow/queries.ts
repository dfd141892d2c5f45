import { queryOptions } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { call } from '../api/call.ts'
import { progressOf } from './progress.ts'

/** Query for the workflow with the number of incidents in each state. */
export const workflowQuery = queryOptions({
  queryKey: ['workflow', 'whole'],
  queryFn: ({ signal }) => call<Workflow>('GET', '/workflow', { signal }),
})

/** Workflow state with its progress through the workflow: 0 for the initial state, 1 for a final one. */
export interface StateInOrder extends WorkflowState {
  progress: number
}

/** Query for the states in the order of the workflow. Each state lists the states that may follow it. */
export const statesQuery = queryOptions({
  queryKey: ['workflow', 'states'],
  async queryFn({ signal }): Promise<StateInOrder[]> {
    const { data } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states', { signal })
    const progress = progressOf(data)
    return data.map((state) => ({ ...state, progress: progress.get(state.id)! }))
  },
  staleTime: 60_000,
})
