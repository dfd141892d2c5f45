import type { Uuid } from '@tocsin/contract/scalars.ts'

/** Query key of one incident. Its files and its timeline extend this key, so they are refreshed with it. */
export const incidentKey = (id: Uuid) => ['incidents', 'one', id] as const
