import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from '../../kit/time/use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Shows a time as local date and minute, followed by its age. The tooltip shows the exact time in UTC. */
export function Moment({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at)} ({formatAge(at)})
    </time>
  )
}
