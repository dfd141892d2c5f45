import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from '../../kit/time/use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Day and minute by the reader's clock, with how long ago that was; the exact instant in UTC stands behind it. */
export function Moment({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at)} ({formatAge(at)})
    </time>
  )
}
