import { Handle, Position, type NodeProps } from '@xyflow/react'
import { StateLabel } from '../state-label.tsx'
import { workflowTexts } from '../../texts/workflow.ts'
import type { StateNode } from './flow-elements.ts'
import classes from './picture-editor.module.css'

const sides = [
  ['above', Position.Top],
  ['right', Position.Right],
  ['below', Position.Bottom],
  ['left', Position.Left],
] as const

/** Box of one state in the picture. Dragging from any side of the box to another state adds a transition. */
export function StateBox({ data, selected }: NodeProps<StateNode>) {
  const { isReachable, isInitial, incidentCount } = data
  return (
    <div className={classes.box} data-selected={selected || undefined} data-unreachable={!isReachable || undefined}>
      <StateLabel state={data} />
      <span className={classes.detail}>
        {isReachable ? detailOf(isInitial, incidentCount) : workflowTexts.picture.unreachable}
      </span>
      {sides.map(([id, position]) => (
        <Handle key={id} id={id} type="source" position={position} className={classes.handle!} />
      ))}
    </div>
  )
}

const detailOf = (isInitial: boolean, count: number): string =>
  [...(isInitial ? [workflowTexts.picture.initial] : []), workflowTexts.states.incidents(count)].join(' · ')
