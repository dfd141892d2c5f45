import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEveryMinute } from './use-every-minute.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Time since an instant, with the exact instant as its tooltip. */
export function Age({ at }: { at: Instant }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAge(at)}
    </time>
  )
}
