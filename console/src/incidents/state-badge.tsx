import type { Uuid } from '@tocsin/contract/scalars.ts'
import { StateLabel } from '../workflow/state-label.tsx'
import { useWorkflowState } from './names-context.ts'

/** State of an incident in a list. Renders nothing until the states are loaded. */
export function StateBadge({ stateId }: { stateId: Uuid }) {
  const state = useWorkflowState(stateId)
  return state ? <StateLabel state={state} /> : null
}
