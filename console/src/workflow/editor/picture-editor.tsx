import {
  ConnectionMode,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Connection,
  type EdgeChange,
  type NodeChange,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { workflowTexts } from '../../texts/workflow.ts'
import { setTransition } from '../draft/edit.ts'
import type { EditingProps } from './editor.tsx'
import { flowElements, type StateNode, type TransitionEdge } from './flow-elements.ts'
import classes from './picture-editor.module.css'
import { StateBox } from './state-box.tsx'
import { TransitionArrow, TransitionRemoval } from './transition-arrow.tsx'

const texts = workflowTexts.picture

const nodeTypes = { state: StateBox }
const edgeTypes = { transition: TransitionArrow }

const ariaLabelConfig = {
  'node.a11yDescription.default': texts.nodeHelp,
  'edge.a11yDescription.default': texts.edgeHelp,
  'controls.ariaLabel': texts.controls,
  'controls.zoomIn.ariaLabel': texts.zoomIn,
  'controls.zoomOut.ariaLabel': texts.zoomOut,
  'controls.fitView.ariaLabel': texts.fit,
  'handle.ariaLabel': texts.handle,
}

/**
 * Picture in which users edit the workflow. Dragging from one state to another adds a transition. Selecting a state
 * opens the state in the list.
 */
export const PictureEditor = (props: EditingProps) => (
  <ReactFlowProvider>
    <Flow {...props} />
  </ReactFlowProvider>
)

function Flow({ workflow, incidentCounts, open, onEdit, onRemove }: EditingProps) {
  const [selectedEdge, selectEdge] = useState<string>()
  // Only a mouse moves the picture by dragging. On a touch screen, one finger scrolls the page and two fingers move the
  // picture.
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false })
  const { nodes, edges } = useMemo(
    () => flowElements(workflow, incidentCounts, open.id),
    [workflow, incidentCounts, open.id],
  )
  // `places` and `room` form the key of `FitView`. If states move or the available size changes, the new key makes
  // React mount `FitView` again, which fits the view.
  const places = nodes.map(({ id, position }) => `${id} ${position.x} ${position.y}`).join()
  const room = useStore(({ width, height }) => `${width} ${height}`)
  const shownEdges = edges.map((edge) => (edge.id === selectedEdge ? { ...edge, selected: true } : edge))
  const disconnect = (edgeId: string) => {
    const edge = edges.find(({ id }) => id === edgeId)
    if (edge) onEdit(setTransition(edge.source, edge.target, false))
  }
  return (
    <ReactFlow<StateNode, TransitionEdge>
      className={classes.picture!}
      aria-label={texts.label}
      nodes={nodes}
      edges={shownEdges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={(changes) => showSelected(changes, open.show)}
      onEdgesChange={(changes) => selectEdge((before) => selectedAfter(changes, before))}
      onConnect={({ source, target }: Connection) => onEdit(setTransition(source, target, true))}
      // Switch off React Flow's Delete key, which listens on the whole page, where Delete may mean something else.
      deleteKeyCode={null}
      onKeyDown={(event) => deleteFocused(event, onRemove, disconnect)}
      connectionMode={ConnectionMode.Loose}
      connectionRadius={40}
      nodesDraggable={false}
      multiSelectionKeyCode={null}
      selectionKeyCode={null}
      panOnDrag={hasMouse}
      zoomOnScroll={false}
      preventScrolling={false}
      minZoom={0.3}
      maxZoom={1.5}
      defaultMarkerColor={null}
      ariaLabelConfig={ariaLabelConfig}
    >
      <Controls showInteractive={false} fitViewOptions={fitting} />
      <FitView key={`${room} ${places}`} />
      <TransitionRemoval edge={shownEdges.find(({ selected }) => selected)} onRemove={disconnect} />
    </ReactFlow>
  )
}

const fitting = { padding: { x: '90px', y: '24px' }, maxZoom: 1 } as const

/**
 * Fits the whole picture into view when the component is mounted. Render the component with a new `key` to fit the view
 * again.
 */
function FitView() {
  const { fitView } = useReactFlow()
  useEffect(() => {
    void fitView(fitting)
  }, [fitView])
  return null
}

function showSelected(changes: NodeChange<StateNode>[], show: (id: string) => void): void {
  for (const change of changes) if (change.type === 'select' && change.selected) show(change.id)
}

function selectedAfter(changes: EdgeChange<TransitionEdge>[], before: string | undefined): string | undefined {
  return changes.reduce((selected, change) => {
    if (change.type !== 'select') return selected
    if (change.selected) return change.id
    return selected === change.id ? undefined : selected
  }, before)
}

/** Removes the focused state or transition if the user presses Delete or Backspace. */
function deleteFocused(
  event: KeyboardEvent,
  removeState: (id: string) => void,
  disconnect: (id: string) => void,
): void {
  if (event.key !== 'Delete' && event.key !== 'Backspace') return
  if (!(event.target instanceof Element)) return
  const [node, edge] = ['.react-flow__node', '.react-flow__edge'].map(
    (kind) => (event.target as Element).closest(kind)?.getAttribute('data-id') ?? undefined,
  )
  if (node) removeState(node)
  if (edge) disconnect(edge)
}
