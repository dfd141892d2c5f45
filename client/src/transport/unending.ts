import type { RetryPolicy } from './retry.ts'
import type { CallOptions, Timeouts } from './transport.ts'
import { withGiven } from './with-given.ts'

/** Returns options that retry requests without end after temporary failures, unless the caller sets a limit. */
export const unending = ({ retry, timeouts, ...options }: CallOptions): CallOptions => ({
  ...options,
  retry: withGiven<Partial<RetryPolicy>>({ attemptsMaximum: Infinity }, retry),
  timeouts: withGiven<Partial<Timeouts>>({ totalMs: Infinity }, timeouts),
})
