import { MarkerType, type Edge, type Node } from '@xyflow/react'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import { keyOf, withInitial, type Transition } from '../content.ts'
import { progressOf } from '../progress.ts'
import { layOut, nodeSize, reachableStates, type Layout } from './layout.ts'

const texts = workflowTexts.picture

export type StateNode = Node<
  { name: string; isInitial: boolean; progress: number; isReachable: boolean; incidentCount: number },
  'state'
>
export type TransitionEdge = Edge<{ course: Course; middle: { x: number; y: number } }, 'transition'>

/**
 * Course of an arrow in the workflow diagram. `below` leads straight to the next layer. `left` and `right` lead around
 * other states. `aroundX` is the x coordinate of the point of the arrow that is furthest from these states.
 */
export type Course = { side: 'below' } | { side: 'left' | 'right'; aroundX: number }

/** Converts a workflow into the nodes and edges of React Flow. */
export function flowElements(workflow: WorkflowContent, incidentCounts: ReadonlyMap<Uuid, number>, selectedId?: Uuid) {
  const layout = layOut(workflow)
  const reachable = reachableStates(workflow)
  const progress = progressOf(withInitial(workflow))
  const nodes = workflow.states.map(({ id, name, isFinal }): StateNode => {
    const isInitial = id === workflow.initialStateId
    const incidentCount = incidentCounts.get(id) ?? 0
    return {
      id,
      type: 'state',
      position: layout.positions.get(id)!,
      // Because the sizes are given, React Flow can place the nodes without measuring them.
      ...nodeSize,
      measured: nodeSize,
      selected: id === selectedId,
      data: { name, isInitial, progress: progress.get(id)!, isReachable: reachable.has(id), incidentCount },
      ariaLabel: texts.nodeLabel(name, kindOf(isInitial, isFinal), workflowTexts.states.incidents(incidentCount)),
    }
  })
  const nameOf = new Map(workflow.states.map(({ id, name }) => [id, name]))
  const edges = workflow.transitions.map((transition): TransitionEdge => {
    const { fromStateId, toStateId } = transition
    const course = courseOf(transition, layout)
    return {
      id: keyOf(transition),
      type: 'transition',
      source: fromStateId,
      target: toStateId,
      sourceHandle: course.side,
      targetHandle: course.side === 'below' ? 'above' : course.side,
      markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
      data: { course, middle: middleOf(transition, course, layout) },
      ariaLabel: texts.transitionLabel(nameOf.get(fromStateId) ?? '', nameOf.get(toStateId) ?? ''),
    }
  })
  return { nodes, edges }
}

function kindOf(isInitial: boolean, isFinal: boolean): string {
  if (isInitial) return texts.initial
  return isFinal ? texts.final : texts.between
}

const margin = 14
const marginPerLayer = 12

/**
 * Chooses the course of an arrow: straight to the next layer, on the right to a later layer, and on the left to an
 * earlier layer or within the same layer.
 */
function courseOf({ fromStateId, toStateId }: Transition, { layers, positions }: Layout): Course {
  const [from, to] = [layers.get(fromStateId)!, layers.get(toStateId)!]
  if (to === from + 1) return { side: 'below' }
  const passed = [...positions].filter(([id]) => isBetween(layers.get(id)!, from, to)).map(([, { x }]) => x)
  const aside = margin + marginPerLayer * Math.abs(to - from)
  return to > from
    ? { side: 'right', aroundX: Math.max(...passed) + nodeSize.width + aside }
    : { side: 'left', aroundX: Math.min(...passed) - aside }
}

function middleOf({ fromStateId, toStateId }: Transition, course: Course, { positions }: Layout) {
  const [from, to] = [positions.get(fromStateId)!, positions.get(toStateId)!]
  return {
    x: course.side === 'below' ? (from.x + to.x + nodeSize.width) / 2 : course.aroundX,
    y: (from.y + to.y + nodeSize.height) / 2,
  }
}

const isBetween = (layer: number, from: number, to: number): boolean =>
  layer >= Math.min(from, to) && layer <= Math.max(from, to)
