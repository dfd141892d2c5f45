import type { Origin } from './origin.ts'
import { pageOfLayout } from './page-of-layout.ts'

/**
 * Returns the link from an incident back to the list or board with its search. Without an origin, returns the link to
 * the list of all incidents.
 */
export const originLink = (origin: Origin | undefined) =>
  ({
    to: pageOfLayout[origin?.layout ?? 'list'],
    search: origin?.search ?? {},
    state: { isBackAtOrigin: origin !== undefined },
  }) as const
