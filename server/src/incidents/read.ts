import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { findIncidents } from './queries.ts'

/** Reads several incidents, keyed by id. Omits ids of deleted incidents. */
export async function readIncidents(scope: OrganizationScope, ids: Uuid[]): Promise<Map<Uuid, IncidentResponse>> {
  if (ids.length === 0) return new Map()
  return new Map((await findIncidents(scope, [...new Set(ids)])).map((incident) => [incident.id, incident]))
}
