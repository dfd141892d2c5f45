import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from '../../kit/time/use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'
import classes from './detail.module.css'

/** Shows an instant to the minute, and then its age. Neither part wraps. The tooltip shows the exact time in UTC. */
export function Moment({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={at} className={classes.moment}>
      <span>{formatInstant(at)}</span> <span className={classes.prose}>{formatAge(at)}</span>
    </time>
  )
}
