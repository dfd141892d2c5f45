import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from './use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Text for the time since an instant, such as “3 hours ago”. A tooltip shows the exact instant. */
export function Age({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAge(at)}
    </time>
  )
}
