import { v7 as uuidv7 } from 'uuid'
import type { OrganizationScope } from '../../../server/src/scope.ts'
import { changeWorkflow } from '../../../server/src/workflow/change.ts'
import { findWorkflow } from '../../../server/src/workflow/workflow-queries.ts'

/**
 * Adds a workflow state, and a transition from each existing state to the new state.
 * @returns the id of the new state
 */
export async function addState(scope: OrganizationScope, name: string): Promise<string> {
  const { version, states, transitions } = await findWorkflow(scope)
  const added = { id: uuidv7(), name, isFinal: false }
  await changeWorkflow(scope, {
    version,
    initialStateId: states.find(({ isInitial }) => isInitial)!.id,
    states: [...states.map(({ id, name: stateName, isFinal }) => ({ id, name: stateName, isFinal })), added],
    transitions: [...transitions, ...states.map(({ id }) => ({ fromStateId: id, toStateId: added.id }))],
  })
  return added.id
}
