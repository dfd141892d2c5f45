import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { MouseEvent } from 'react'
import { Age } from '../../kit/time/age.tsx'
import { incidentTexts } from '../../texts/incidents.ts'
import { IncidentNumber } from '../incident-number.tsx'
import { PriorityBadge } from '../priority-badge.tsx'
import type { IncidentSearch } from '../search/incident-search.ts'
import { StateBadge } from '../state-badge.tsx'
import classes from './split.module.css'

interface CompactRowProps {
  incident: IncidentResponse
  index: number
  /** Distance in pixels from the top of the first row to the top of this row. */
  topPx: number
  /** True if the incident is shown beside the list. */
  isOpen: boolean
  isTabStop: boolean
  /** Number of rows in the whole list; -1 if it is not known. */
  count: number
  search: IncidentSearch
  onClick: (index: number, event: MouseEvent) => void
}

/** Row of the compact list: number, name and age in the first line, priority and state in the second. */
export function CompactRow({ incident, index, topPx, isOpen, isTabStop, count, search, onClick }: CompactRowProps) {
  const name = incidentTexts.nameOf(incident)
  return (
    <li
      className={classes.row}
      style={{ transform: `translateY(${topPx}px)` }}
      data-index={index}
      data-row-id={incident.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      title={name}
    >
      <div className={classes.first}>
        <IncidentNumber incident={incident} />
        <Link
          to="/split"
          search={{ ...search, open: incident.id }}
          className={classes.name}
          data-unnamed={!incident.name || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          preload={false}
          onClick={(event) => onClick(index, event)}
        >
          {name}
        </Link>
        <span className={classes.age}>
          <Age at={incident.createdAt} />
        </span>
      </div>
      <div className={classes.second}>
        <PriorityBadge priority={incident.priority} />
        <StateBadge stateId={incident.stateId} />
      </div>
    </li>
  )
}
