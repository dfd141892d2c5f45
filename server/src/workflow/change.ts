import type { ChangeWorkflow, Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { workflowChanged } from '@tocsin/contract/events/workflow-events.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkWorkflow } from './check.ts'
import { forgetStates } from './next-states.ts'
import {
  addTransitions,
  findWorkflow,
  lockAndFindOccupied,
  deleteOtherTransitions,
  storeStates,
  updateVersion,
} from './workflow-queries.ts'

/**
 * Replaces the whole workflow: its states and their order, the initial state and the transitions. From then on, the new
 * workflow applies to every creation and transition of an incident.
 * @returns the stored workflow.
 * @throws Problem `invalid_request` with every violation. Problem `workflow_changed` when the stored workflow has
 *   another version than the one that the user edited. Problem `workflow_state_in_use` when the change removes a state
 *   that has incidents, or the initial state.
 */
export async function changeWorkflow(scope: OrganizationScope, change: ChangeWorkflow): Promise<Workflow> {
  const wanted = normalize(change)
  const violations = checkWorkflow(wanted)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })

  const stored = await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const current = await findWorkflow(inner)
    if (current.version !== wanted.version) throw new Problem('workflow_changed')
    const [before, after] = [contentOf(current), orderTransitions(wanted)]
    const changes = changesBetween(before, after)
    if (!changes) return current

    // Lock rows of `workflow_transitions` before rows of `workflow_states`. A request that moves an incident to another
    // state locks rows in the same order, so the two requests cannot deadlock.
    await deleteOtherTransitions(inner, after.transitions)
    await rejectRemovalInUse(inner, before, after)
    const states = after.states.map((state, position) => ({
      ...state,
      position,
      isInitial: state.id === after.initialStateId,
    }))
    await storeStates(inner, states)
    await addTransitions(inner, after.transitions)
    await updateVersion(inner, wanted.version + 1)
    await recordEvent(inner, workflowChanged({ changes }))
    return findWorkflow(inner)
  })
  forgetStates(scope)
  return stored
}

async function rejectRemovalInUse(
  scope: OrganizationScope,
  before: WorkflowContent,
  after: WorkflowContent,
): Promise<void> {
  const removed = before.states.filter(({ id }) => !after.states.some((state) => state.id === id))
  if (removed.length === 0) return
  const initial = removed.find(({ id }) => id === before.initialStateId)
  if (initial) {
    const detail = `New incidents start in "${initial.name}". Make another state initial and save; then it can be removed.`
    throw new Problem('workflow_state_in_use', { detail })
  }
  const occupied = await lockAndFindOccupied(
    scope,
    removed.map(({ id }) => id),
  )
  if (occupied.length === 0) return
  const counts = occupied.map(({ name, incidentCount }) => `"${name}" (${incidentCount})`)
  throw new Problem('workflow_state_in_use', { detail: `Incidents are still in ${counts.join(', ')}.` })
}

const contentOf = ({ states, transitions }: Workflow): WorkflowContent => ({
  initialStateId: states.find(({ isInitial }) => isInitial)!.id,
  states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
  transitions,
})

/**
 * Sorts the transitions in the order in which the database returns them. Two workflows that differ only in the order of
 * their transitions are therefore equal.
 */
const orderTransitions = ({ initialStateId, states, transitions }: WorkflowContent): WorkflowContent => ({
  initialStateId,
  states,
  transitions: transitions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
})

const keyOf = ({ fromStateId, toStateId }: WorkflowContent['transitions'][number]): string =>
  `${fromStateId}/${toStateId}`

const normalize = (change: ChangeWorkflow): ChangeWorkflow => ({
  version: change.version,
  initialStateId: change.initialStateId,
  states: change.states.map(({ id, name, isFinal }) => ({ id, name: name.trim(), isFinal })),
  transitions: change.transitions,
})
