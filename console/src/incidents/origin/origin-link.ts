import type { Origin } from './origin.ts'
import { pageOfLayout } from './page-of-layout.ts'

/** Returns the link back from an incident: its list or board with filters, else all incidents. */
export const originLink = (origin: Origin | undefined) =>
  ({
    to: pageOfLayout[origin?.layout ?? 'list'],
    search: origin?.search ?? {},
    state: { isBackAtOrigin: origin !== undefined },
  }) as const
