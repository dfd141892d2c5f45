import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from '../../kit/time/use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Local day and minute with the age. The tooltip has the exact instant in UTC. */
export function Moment({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at)} ({formatAge(at)})
    </time>
  )
}
