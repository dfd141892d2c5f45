import { isDeepStrictEqual } from 'node:util'
import type { ChangeWorkflow, Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkWorkflow } from './check.ts'
import {
  addTransitions,
  findWorkflow,
  lockAndFindOccupied,
  removeOtherTransitions,
  storeStates,
  updateVersion,
} from './workflow-queries.ts'

/**
 * Makes the workflow the one given, whole: states are added, renamed, ordered and removed, one is initial, and transitions
 * are those named. It holds for every creation and transition that begins after.
 * @returns the workflow as it now is.
 * @throws Problem `invalid_request` with everything that does not fit together, `workflow_changed` when it is no longer
 *   the version given, `workflow_state_in_use` when a state is to go that is initial or that incidents are in.
 */
export function changeWorkflow(scope: OrganizationScope, change: ChangeWorkflow): Promise<Workflow> {
  const wanted = normalize(change)
  const violations = checkWorkflow(wanted)
  if (violations.length > 0) throw new Problem('invalid_request', { violations })

  return scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const current = await findWorkflow(inner)
    if (current.version !== wanted.version) throw new Problem('workflow_changed')
    const [before, after] = [contentOf(current), orderTransitions(wanted)]
    if (isDeepStrictEqual(before, after)) return current

    // In the order in which moving an incident takes the same locks: the row of the transition, then that of the state.
    await removeOtherTransitions(inner, after.transitions)
    await refuseRemovalInUse(inner, before, after)
    const stored = after.states.map((state, position) => ({
      ...state,
      position,
      isInitial: state.id === after.initialStateId,
    }))
    await storeStates(inner, stored)
    await addTransitions(inner, after.transitions)
    await updateVersion(inner, wanted.version + 1)
    await recordEvent(inner, {
      kind: 'workflow_changed',
      subjectKind: 'workflow',
      subjectId: scope.organizationId,
      changes: {
        states: [before.states, after.states],
        initialStateId: [before.initialStateId, after.initialStateId],
        transitions: [before.transitions, after.transitions],
      },
    })
    return findWorkflow(inner)
  })
}

async function refuseRemovalInUse(
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

/** As they are stored: what differs in order only is the same. */
const orderTransitions = ({ initialStateId, states, transitions }: WorkflowContent): WorkflowContent => ({
  initialStateId,
  states,
  transitions: transitions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
})

const keyOf = ({ fromStateId, toStateId }: WorkflowContent['transitions'][number]): string =>
  `${fromStateId}/${toStateId}`

const normalize = (change: ChangeWorkflow): ChangeWorkflow => ({
  version: change.version,
  initialStateId: change.initialStateId.toLowerCase(),
  states: change.states.map(({ id, name, isFinal }) => ({ id: id.toLowerCase(), name: name.trim(), isFinal })),
  transitions: change.transitions.map(({ fromStateId, toStateId }) => ({
    fromStateId: fromStateId.toLowerCase(),
    toStateId: toStateId.toLowerCase(),
  })),
})
