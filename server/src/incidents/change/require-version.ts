import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { matchesVersion, type IfMatch } from '../../http/responses/if-match.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findChangedFields } from './change-queries.ts'

const isVersion = /^[1-9]\d*$/

/**
 * Rejects a change that is based on another version of the incident than the current one.
 * @param ifMatch versions to which the change may be applied; undefined for any version.
 * @throws Problem `incident_changed` with the current version. If `ifMatch` contains an earlier version, the problem
 *   also lists the fields that have changed since that version, unless the events of some changes were erased.
 */
export async function requireVersion(
  scope: OrganizationScope,
  { id, version }: IncidentResponse,
  ifMatch: IfMatch | undefined,
): Promise<void> {
  if (ifMatch === undefined || matchesVersion(ifMatch, version)) return
  const earlier = [...ifMatch].filter((tag) => isVersion.test(tag) && Number(tag) < version).map(Number)
  if (earlier.length === 0) throw new Problem('incident_changed', { currentVersion: version })
  const since = Math.max(...earlier)
  const changedFields = await findChangedFields(scope, id, since, version)
  // The list may be empty, because a deletion and a restoration raise the version but change no field.
  const changes = changedFields?.length ? `Changed since version ${since}: ${changedFields.join(', ')}.` : ''
  const detail = `The incident has version ${version}. ${changes}`.trim()
  throw new Problem('incident_changed', { detail, currentVersion: version, ...(changedFields && { changedFields }) })
}
