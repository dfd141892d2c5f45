import type { Origin } from './origin.ts'
import { pageOfLayout } from './page-of-layout.ts'

/** Where an Incident is left to: the list or board that it was opened from, with its filters; else all Incidents. */
export const originLink = (origin: Origin | undefined) =>
  ({
    to: pageOfLayout[origin?.layout ?? 'list'],
    search: origin?.search ?? {},
    state: { isBackAtOrigin: origin !== undefined },
  }) as const
