import type { Origin } from './origin.ts'
import { pageOfLayout } from './page-of-layout.ts'

/**
 * Returns the link from an incident back to its list or board with the same search, or to the list of all incidents.
 */
export const originLink = (origin: Origin | undefined) =>
  ({
    to: pageOfLayout[origin?.layout ?? 'list'],
    search: origin?.search ?? {},
    state: { isBackAtOrigin: origin !== undefined },
  }) as const
