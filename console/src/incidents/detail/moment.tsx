import type { Instant } from '@tocsin/contract/scalars.ts'
import { formatAge, formatInstant } from '../../texts/format.ts'

/** Day and minute by the reader's clock, with how long ago that was; the exact instant in UTC stands behind it. */
export const Moment = ({ at }: { at: Instant }) => (
  <time dateTime={at} title={at}>
    {formatInstant(at)} ({formatAge(at)})
  </time>
)
