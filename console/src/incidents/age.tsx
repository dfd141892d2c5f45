import type { Instant } from '@tocsin/contract/scalars.ts'
import { formatAge, formatInstant } from '../texts/format.ts'

/** How long ago something was; the exact instant stands behind it. */
export const Age = ({ at }: { at: Instant }) => (
  <time dateTime={at} title={formatInstant(at)}>
    {formatAge(at)}
  </time>
)
