import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { CSSProperties, ReactNode } from 'react'
import type { IncidentSearch } from '../incidents/search/incident-search.ts'
import { formatNumber } from '../texts/format.ts'
import { overviewTexts } from '../texts/overview.ts'
import classes from './bar-list.module.css'
import rows from './rows.module.css'

interface Bar {
  id: string
  label: ReactNode
  /** Priority that determines the colour of the bar. */
  priority?: Priority
  count: number
  /** Filters with which the incident list shows the incidents that this bar counts. */
  search: IncidentSearch
}

/** List of bars with counts of incidents. Each bar links to the list of the counted incidents. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ count }) => count), 1)
  return (
    <ul className={`${rows.list} ${classes.list}`}>
      {bars.map(({ id, label, priority, count, search }) => (
        <li key={id}>
          <Link to="/incidents" search={search} className={`${rows.row} ${classes.row}`}>
            <span className={classes.label}>{label}</span>
            <span className={classes.track}>
              <span
                className={classes.bar}
                data-priority={priority}
                data-empty={count === 0 || undefined}
                style={{ '--share': count / most } as CSSProperties}
              />
            </span>
            <span className={classes.count}>{formatNumber(count)}</span>
            <VisuallyHidden>{overviewTexts.openUnit(count)}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  )
}
