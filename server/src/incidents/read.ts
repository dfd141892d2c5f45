import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { nextStatesFrom } from '../workflow/next-states.ts'
import { findIncidents, findStoredResponse } from './queries.ts'
import type { StoredResponse } from './response.ts'

/** Reads several incidents, keyed by id. Omits ids of deleted incidents. */
export async function readIncidents(scope: OrganizationScope, ids: Uuid[]): Promise<Map<Uuid, IncidentResponse>> {
  if (ids.length === 0) return new Map()
  return new Map((await findIncidents(scope, [...new Set(ids)])).map((incident) => [incident.id, incident]))
}

/**
 * Reads an incident with the states to which it can move. Adds these states to the stored JSON text, so that the
 * incident is neither parsed nor serialized.
 * @returns the JSON text of an `IncidentDetails`, and the version of the incident. Undefined if the incident does not
 *   exist or is deleted.
 */
export async function readIncidentDetails(
  scope: OrganizationScope,
  id: Uuid,
): Promise<{ response: StoredResponse; version: number } | undefined> {
  const stored = await findStoredResponse(scope, id)
  if (!stored) return undefined
  const nextStates = await nextStatesFrom(scope, stored.state_id)
  const response = `${stored.response.slice(0, -1)},"nextStates":${JSON.stringify(nextStates)}}`
  return { response, version: stored.version }
}
