import { workflowCreated } from '@tocsin/contract/events/workflow-events.ts'
import { newId } from '../database/new-id.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { addTransitions, storeStates } from './workflow-queries.ts'

const states = [
  { name: 'Open', next: ['In progress', 'Resolved', 'Closed'] },
  { name: 'In progress', next: ['Open', 'Resolved', 'Closed'] },
  { name: 'Resolved', next: ['In progress', 'Closed'] },
  { name: 'Closed', next: ['Open'] },
]

/** Stores the first workflow of a new organization. The state "Open" is the initial state, and "Closed" is final. */
export async function setUpWorkflow(scope: OrganizationScope): Promise<void> {
  const withIds = states.map((state, position) => ({
    ...state,
    id: newId(),
    position,
    isInitial: position === 0,
    isFinal: position === states.length - 1,
  }))
  const idOf = new Map(withIds.map(({ name, id }) => [name, id]))
  await storeStates(scope, withIds)
  await addTransitions(
    scope,
    withIds.flatMap(({ id, next }) => next.map((name) => ({ fromStateId: id, toStateId: idOf.get(name)! }))),
  )
  await recordEvent(scope, workflowCreated({ states: states.map(({ name }) => name) }))
}
