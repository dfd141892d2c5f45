import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * TanStack Query key of one incident. The keys of the incident's files and timeline start with this key, so
 * invalidating this key reloads them too.
 */
export const incidentKey = (id: Uuid) => ['incidents', 'one', id] as const
