import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { BaseEdge, EdgeLabelRenderer, getBezierPath, type EdgeProps } from '@xyflow/react'
import { workflowTexts } from '../../texts/workflow.ts'
import type { Course, TransitionEdge } from './flow-elements.ts'
import classes from './picture-editor.module.css'

/** Arrow of one transition in the picture of the workflow. */
export function TransitionArrow({ id, data, markerEnd, ...ends }: EdgeProps<TransitionEdge>) {
  const path = pathOf(data?.course ?? { side: 'below' }, ends)
  return <BaseEdge id={id} path={path} interactionWidth={24} {...(markerEnd !== undefined && { markerEnd })} />
}

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'>

/** Distance in pixels from the border of a handle to the dot inside the handle. */
const inward = 7
/** Distance in pixels from the middle of a state's side to the incoming and the outgoing arrows on this side. */
const apart = 9

/** Returns the SVG path of an arrow. An arrow around other states reaches `aroundX` half-way. */
function pathOf(course: Course, ends: Ends): string {
  if (course.side === 'below') {
    return getBezierPath({ ...ends, sourceY: ends.sourceY - inward, targetY: ends.targetY + inward })[0]
  }
  // Arrows go down on the right and up on the left, so that they do not cross at their ends.
  const [aside, onward] = course.side === 'right' ? [-inward, apart] : [inward, -apart]
  const [sourceX, sourceY] = [ends.sourceX + aside, ends.sourceY + onward]
  const [targetX, targetY] = [ends.targetX + aside, ends.targetY - onward]
  // The midpoint of a cubic Bézier curve is 1/8 of each end plus 3/8 of each control point. Here the midpoint is known,
  // and `handleX` of both control points is calculated from it.
  const handleX = (course.aroundX - (sourceX + targetX) / 8) / 0.75
  return `M ${sourceX} ${sourceY} C ${handleX} ${sourceY}, ${handleX} ${targetY}, ${targetX} ${targetY}`
}

interface TransitionRemovalProps {
  /** Selected transition; undefined if no transition is selected. */
  edge: TransitionEdge | undefined
  onRemove: (edgeId: string) => void
}

/** Button that removes the selected transition, in the middle of its arrow. */
export function TransitionRemoval({ edge, onRemove }: TransitionRemovalProps) {
  if (!edge?.data) return null
  const { x, y } = edge.data.middle
  return (
    <EdgeLabelRenderer>
      <ActionIcon
        className={classes.removal!}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        size={32}
        radius="xl"
        color="red.9"
        aria-label={workflowTexts.picture.removeTransition(edge.ariaLabel ?? '')}
        onClick={() => onRemove(edge.id)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </EdgeLabelRenderer>
  )
}
