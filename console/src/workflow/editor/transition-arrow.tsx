import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { BaseEdge, EdgeLabelRenderer, getBezierPath, type EdgeProps } from '@xyflow/react'
import { workflowTexts } from '../../texts/workflow.ts'
import type { Course, TransitionEdge } from './flow-elements.ts'
import classes from './picture-editor.module.css'

/** One transition in the picture. */
export function TransitionArrow({ id, data, markerEnd, ...ends }: EdgeProps<TransitionEdge>) {
  const path = pathOf(data?.course ?? { side: 'below' }, ends)
  return <BaseEdge id={id} path={path} interactionWidth={24} {...(markerEnd !== undefined && { markerEnd })} />
}

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'>

/** From the border of a handle, which is as wide as a finger, to the dot in it. */
const inward = 7
/** What comes in and what goes out at one side stand this far from its middle. */
const apart = 9

/** Around others it is widest half-way, at exactly `aroundX`. */
function pathOf(course: Course, ends: Ends): string {
  if (course.side === 'below') {
    return getBezierPath({ ...ends, sourceY: ends.sourceY - inward, targetY: ends.targetY + inward })[0]
  }
  // On the right it goes down, on the left up: so beginnings and ends do not cross.
  const [aside, onward] = course.side === 'right' ? [-inward, apart] : [inward, -apart]
  const [sourceX, sourceY] = [ends.sourceX + aside, ends.sourceY + onward]
  const [targetX, targetY] = [ends.targetX + aside, ends.targetY - onward]
  // A cubic curve is half-way at an eighth of its ends and three eighths of its handles.
  const handleX = (course.aroundX - (sourceX + targetX) / 8) / 0.75
  return `M ${sourceX} ${sourceY} C ${handleX} ${sourceY}, ${handleX} ${targetY}, ${targetX} ${targetY}`
}

interface TransitionRemovalProps {
  /** The selected one. */
  edge: TransitionEdge | undefined
  onRemove: (edgeId: string) => void
}

/** The button on the middle of the selected arrow that takes it away. */
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
