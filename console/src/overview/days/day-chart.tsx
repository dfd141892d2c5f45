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
  /** Called with the date of the column under the pointer, or with undefined if the pointer leaves the chart. */
  onPoint: (date: string | undefined) => void
}

/**
 * Chart with one column per day. Opened incidents are above the base line, closed incidents below it, on the same
 * scale. Each column links to the incidents opened on that day. Screen readers get a summary; the table below the chart
 * contains the numbers and links.
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
            // Use the index as the React key, because the scale may have the same number above and below the base line.
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
