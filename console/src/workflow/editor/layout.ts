import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'

/** Size of a state in the workflow diagram, in pixels before zooming. */
export const nodeSize = { width: 176, height: 56 }
const gap = { beside: 40, below: 56 }

export interface Layout {
  /** Position of the upper left corner of each state in the workflow diagram, in pixels before zooming. */
  positions: ReadonlyMap<Uuid, { x: number; y: number }>
  /** Layer of each state, counted from 0 at the top. */
  layers: ReadonlyMap<Uuid, number>
}

/**
 * Places the states in layers, with the initial state in the top layer. Each state is below all states that lead to it.
 * Transitions that lead back are ignored. States of one layer are side by side in the order of the workflow.
 */
export function layOut(workflow: WorkflowContent): Layout {
  const next = forwardNeighbours(workflow)
  const layers = new Map<Uuid, number>(next.order.map((id) => [id, 0]))
  for (const id of next.order) {
    for (const to of next.of(id)) layers.set(to, Math.max(layers.get(to)!, layers.get(id)! + 1))
  }
  const positions = new Map<Uuid, { x: number; y: number }>()
  const inOrder = [workflow.initialStateId, ...workflow.states.map(({ id }) => id)].filter(
    (id, index, all) => layers.has(id) && all.indexOf(id) === index,
  )
  for (const [layer, ids] of Map.groupBy(inOrder, (id) => layers.get(id)!)) {
    const width = ids.length * (nodeSize.width + gap.beside) - gap.beside
    for (const [index, id] of ids.entries()) {
      positions.set(id, {
        x: index * (nodeSize.width + gap.beside) - width / 2,
        y: layer * (nodeSize.height + gap.below),
      })
    }
  }
  return { positions, layers }
}

/**
 * Orders the states so that transitions lead forward, and leaves out the transitions that lead back.
 * @returns `order`, the ids of the states in this order, and the function `of`, which returns the ids of the states
 *   directly after a state.
 */
function forwardNeighbours({ initialStateId, states, transitions }: WorkflowContent) {
  const neighbours = new Map<Uuid, Uuid[]>(states.map(({ id }) => [id, []]))
  for (const { id } of states) {
    // Leave out transitions to the initial state, because the diagram has no state above it.
    if (id === initialStateId) continue
    for (const { fromStateId } of transitions.filter(({ toStateId }) => toStateId === id)) {
      neighbours.get(fromStateId)?.push(id)
    }
  }
  const forward = new Map<Uuid, Uuid[]>()
  const finished = new Set<Uuid>()
  const order: Uuid[] = []
  const walk = (id: Uuid): void => {
    const onward: Uuid[] = []
    forward.set(id, onward)
    for (const to of neighbours.get(id) ?? []) {
      if (!forward.has(to)) walk(to)
      // A state that is visited but not finished is on the current path. A transition to it leads back and is left out.
      if (finished.has(to)) onward.push(to)
    }
    finished.add(id)
    order.unshift(id)
  }
  for (const id of [initialStateId, ...states.map((state) => state.id)]) {
    if (neighbours.has(id) && !forward.has(id)) walk(id)
  }
  return { order, of: (id: Uuid) => forward.get(id) ?? [] }
}

/** Returns the ids of the states that new incidents can reach by transitions from the initial state. */
export function reachableStates({ initialStateId, transitions }: WorkflowContent): ReadonlySet<Uuid> {
  const reached = new Set([initialStateId])
  for (const id of reached) {
    for (const { fromStateId, toStateId } of transitions) if (fromStateId === id) reached.add(toStateId)
  }
  return reached
}
