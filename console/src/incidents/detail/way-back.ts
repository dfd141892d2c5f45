import type { Origin } from '../origin.ts'

/** Where an Incident is left to: the list or board that it was opened from, with its filters; else all Incidents. */
export const wayBack = (origin: Origin | undefined) =>
  ({ to: origin?.layout === 'board' ? '/board' : '/incidents', search: origin?.search ?? {} }) as const
