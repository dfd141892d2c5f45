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
  /** Gives the bar its colour. */
  priority?: Priority
  count: number
  /** The list that the bar stands for. */
  search: IncidentSearch
}

/** Counts side by side, each a link to what was counted. The number says what the bar shows. */
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
