import type { Uuid } from '@tocsin/contract/scalars.ts'
import { StateLabel } from '../workflow/state-label.tsx'
import { useWorkflowState } from './names-context.ts'

/** Shows the workflow state of an incident in a list. Renders nothing until the workflow's states are loaded. */
export function StateBadge({ stateId }: { stateId: Uuid }) {
  const state = useWorkflowState(stateId)
  return state ? <StateLabel state={state} /> : null
}
