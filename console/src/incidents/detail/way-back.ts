import type { Place } from '../list/place.ts'

/** Where an Incident is left to: the list or board that it was opened from, with its filters; else all Incidents. */
export const wayBack = (place: Place | undefined) =>
  ({ to: place?.layout === 'board' ? '/board' : '/incidents', search: place?.search ?? {} }) as const
