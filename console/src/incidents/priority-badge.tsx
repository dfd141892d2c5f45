import { IconChevronDown, IconChevronsUp, IconChevronUp, IconEqual, type Icon } from '@tabler/icons-react'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { incidentTexts } from '../texts/incidents.ts'
import classes from './priority-badge.module.css'

const shapes: Readonly<Record<Priority, Icon>> = {
  CRITICAL: IconChevronsUp,
  MAJOR: IconChevronUp,
  NORMAL: IconEqual,
  MINOR: IconChevronDown,
}

/** Shows a priority as a word, an icon and a colour, so that users who cannot distinguish the colours can read it. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const Shape = shapes[priority]
  return (
    <span className={classes.badge} data-priority={priority}>
      <Shape size={16} stroke={2.4} aria-hidden />
      {incidentTexts.priorities[priority]}
    </span>
  )
}
