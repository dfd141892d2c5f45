import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import type { NamedState } from '@tocsin/contract/templates/template.ts'
import { newId } from '../database/new-id.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { changeWorkflow } from './change.ts'
import { findWorkflow } from './workflow-queries.ts'

/**
 * Replaces the workflow that the organization got when it was created. The initial state keeps its id and gets the name
 * of the first new state. Other states keep their ids if a new state has the same name. Incidents in these states
 * therefore keep their state.
 * @param states new states in their order, the initial state first.
 * @throws Problem `already_configured` when the workflow has been changed since the organization was created. Problem
 *   `workflow_state_in_use` when incidents are in a state that would be removed.
 */
export const replaceFirstWorkflow = (scope: OrganizationScope, states: readonly NamedState[]): Promise<Workflow> =>
  scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const current = await findWorkflow(inner)
    if (current.version !== 1) {
      throw new Problem('already_configured', { detail: 'The workflow was changed, and a template would undo that.' })
    }
    return changeWorkflow(inner, { version: 1, ...withIds(states, current) })
  })

function withIds(states: readonly NamedState[], { states: current }: Workflow) {
  const idOf = new Map(
    states.map(({ name }, index) => {
      const same = current.find((state) => (index === 0 ? state.isInitial : !state.isInitial && state.name === name))
      return [name, same?.id ?? newId()]
    }),
  )
  return {
    initialStateId: idOf.get(states[0]!.name)!,
    states: states.map(({ name, isFinal = false }) => ({ id: idOf.get(name)!, name, isFinal })),
    transitions: states.flatMap(({ name, next }) =>
      next.map((target) => ({ fromStateId: idOf.get(name)!, toStateId: idOf.get(target)! })),
    ),
  }
}
