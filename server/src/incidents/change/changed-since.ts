import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { IfMatch } from '../../http/responses/if-match.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findChangedFields } from './change-queries.ts'

const isVersion = /^[1-9]\d*$/

/**
 * Makes the problem for a change that is based on another version of the incident than the current one.
 * @returns Problem `incident_changed` with the current version. If `ifMatch` contains an earlier version, the problem
 *   also lists the fields that have changed since that version, unless the events of some changes were erased.
 */
export async function changedSince(
  scope: OrganizationScope,
  { id, version }: IncidentResponse,
  ifMatch: IfMatch,
): Promise<Problem> {
  const earlier = [...ifMatch].filter((tag) => isVersion.test(tag) && Number(tag) < version).map(Number)
  if (earlier.length === 0) return new Problem('incident_changed', { currentVersion: version })
  const since = Math.max(...earlier)
  const changedFields = await findChangedFields(scope, id, since, version)
  // A deletion and a restoration raise the version, but change no field.
  const changes = changedFields?.length ? `Changed since version ${since}: ${changedFields.join(', ')}.` : ''
  const detail = `The incident has version ${version}. ${changes}`.trim()
  return new Problem('incident_changed', { detail, currentVersion: version, ...(changedFields && { changedFields }) })
}
