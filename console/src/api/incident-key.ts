import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * TanStack Query key of one incident. The keys of the incident's files and of its timeline start with this key, so
 * invalidating this key also reloads the files and the timeline.
 */
export const incidentKey = (id: Uuid) => ['incidents', 'one', id] as const
