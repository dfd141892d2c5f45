import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import type { CSSProperties } from 'react'
import { formatNumber } from '../../texts/format.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { daySearch } from './day-search.ts'
import classes from './day-chart.module.css'
import { dayScale, linesOf } from './day-scale.ts'

const texts = overviewTexts.days
const labelledEvery = 7

interface DayChartProps {
  days: Overview['days']
  /** Told the date of the day that is pointed at, undefined for none. */
  onPoint: (date: string | undefined) => void
}

/**
 * A column for each day, which leads to what opened on it: that stands on the line, what closed hangs from it, in one
 * scale. To whoever does not see it, it is one sentence; numbers and links are in the table below.
 */
export function DayChart({ days, onPoint }: DayChartProps) {
  const scale = dayScale(days)
  const ofWhole = (count: number) => count / ((scale.up + scale.down) * scale.step)
  return (
    <figure className={classes.figure}>
      <VisuallyHidden component="figcaption">{texts.summary(days)}</VisuallyHidden>
      <div aria-hidden className={classes.chart} style={{ '--up': scale.up, '--down': scale.down } as CSSProperties}>
        <div className={classes.scale}>
          {linesOf(scale).map((count, index) => (
            // Two lines have the same number, one above and one below.
            <span key={index}>{formatNumber(count)}</span>
          ))}
        </div>
        <div className={classes.days} onPointerLeave={() => onPoint(undefined)}>
          {days.map(({ date, created, closed }, index) => (
            <Link
              key={date}
              to="/incidents"
              search={daySearch(date)}
              tabIndex={-1}
              className={classes.day}
              onPointerEnter={() => onPoint(date)}
              style={{ '--created': ofWhole(created), '--closed': ofWhole(closed) } as CSSProperties}
            >
              <span className={classes.created} />
              <span className={classes.closed} />
              {(days.length - 1 - index) % labelledEvery === 0 && (
                <span className={classes.date}>{texts.shortDay(date)}</span>
              )}
            </Link>
          ))}
        </div>
      </div>
    </figure>
  )
}
