import type { Uuid } from '@tocsin/contract/scalars.ts'
import { profilesWithDefault } from '../configuration/profiles-with-default.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { signOutEverywhere } from '../identity/sessions/sign-out-everywhere.ts'
import { lockExisting, type EntryKind } from './lock-existing.ts'
import { markArchived } from './queries.ts'
import { requireOtherAdministrator } from './users/require-other-administrator.ts'

/**
 * Archives a location. Only creations under an older revision may still use it or its points. Archiving an archived
 * location changes nothing.
 * @throws Problem `reference_not_found`, or `used_as_default` while a profile of the current configuration uses it.
 */
export const archiveLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'location')

/**
 * Archives a point. Only creations under an older revision may still use it.
 * @throws Problem as `archiveLocation` does.
 */
export const archivePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'point')

/**
 * Archives a member of staff and signs them out everywhere. Only creations under an older revision may still be assigned
 * to them.
 * @throws Problem as `archiveLocation` does, and `last_administrator`.
 */
export const archiveUser = (scope: OrganizationScope, id: Uuid): Promise<void> =>
  scope.transaction(async (inner) => {
    await archive(inner, id, 'user', () => requireOtherAdministrator(inner, id))
    await signOutEverywhere(inner, id)
  })

/**
 * Restores an archived location.
 * @throws Problem `reference_not_found`.
 */
export const restoreLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'location')

/**
 * Restores an archived point.
 * @throws Problem `reference_not_found`.
 */
export const restorePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'point')

/**
 * Restores an archived member of staff, who must sign in again.
 * @throws Problem `reference_not_found`.
 */
export const restoreUser = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'user')

const tables = { location: 'locations', point: 'points', user: 'users' } as const

/** @param check throws when something other than a default prevents the archiving. */
function archive(
  scope: OrganizationScope,
  id: Uuid,
  kind: EntryKind,
  check: () => Promise<void> = async () => undefined,
): Promise<void> {
  return scope.transaction(async (inner) => {
    // Lock the organization first: no revision can be published until the transaction ends.
    await lockOrganization(inner)
    const profiles = await profilesWithDefault(inner, id)
    await check()
    const entry = await lockExisting(inner, kind, id)
    if (entry.archivedAt) return
    if (profiles.length > 0) throw usedAsDefault(entry.name, profiles)
    await setArchived(inner, kind, entry.id, true)
  })
}

function restore(scope: OrganizationScope, id: Uuid, kind: EntryKind): Promise<void> {
  return scope.transaction(async (inner) => {
    const entry = await lockExisting(inner, kind, id)
    if (entry.archivedAt) await setArchived(inner, kind, entry.id, false)
  })
}

async function setArchived(scope: OrganizationScope, kind: EntryKind, id: Uuid, archived: boolean): Promise<void> {
  await markArchived(scope, tables[kind], id, archived)
  await recordEvent(scope, {
    kind: `${kind}_${archived ? 'archived' : 'restored'}`,
    subjectKind: kind,
    subjectId: id,
    changes: { archived: [!archived, archived] },
  })
}

function usedAsDefault(name: string, profiles: string[]): Problem {
  const named = profiles.map((profile) => `"${profile}"`).join(', ')
  return new Problem('used_as_default', {
    detail: `"${name}" is a default in ${named}. Publish a configuration without it first.`,
  })
}
