import type { Uuid } from '@tocsin/contract/scalars.ts'
import { profilesWithDefault } from '../configuration/profiles-with-default.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { signOutEverywhere } from '../identity/sessions/sign-out-everywhere.ts'
import { lockExisting, type EntryKind } from './lock-existing.ts'
import { markArchived } from './queries.ts'
import { keepLastAdministrator } from './users/keep-last-administrator.ts'

/**
 * Takes a location out of use: only creations under an older revision may still name it, or its points. What is archived
 * already stays as it is.
 * @throws Problem `reference_not_found`, or `used_as_default` while a profile of the current configuration names it.
 */
export const archiveLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'location')

/**
 * Takes a point out of use: only creations under an older revision may still name it.
 * @throws as `archiveLocation` does.
 */
export const archivePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'point')

/**
 * Takes a member of staff out of use: they are signed out everywhere, and only creations under an older revision may
 * still be assigned to them.
 * @throws as `archiveLocation` does, and Problem `last_administrator`.
 */
export const archiveUser = (scope: OrganizationScope, id: Uuid): Promise<void> =>
  scope.transaction(async (inner) => {
    await archive(inner, id, 'user', () => keepLastAdministrator(inner, id))
    await signOutEverywhere(inner, id)
  })

/**
 * Takes a location back into use.
 * @throws Problem `reference_not_found`.
 */
export const restoreLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'location')

/**
 * Takes a point back into use.
 * @throws Problem `reference_not_found`.
 */
export const restorePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'point')

/**
 * Takes a member of staff back into use; they sign in anew.
 * @throws Problem `reference_not_found`.
 */
export const restoreUser = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'user')

const tables = { location: 'locations', point: 'points', user: 'users' } as const

/** @param mayGo throws when something other than a default prevents it. */
function archive(
  scope: OrganizationScope,
  id: Uuid,
  kind: EntryKind,
  mayGo: () => Promise<void> = async () => undefined,
): Promise<void> {
  return scope.transaction(async (inner) => {
    // Before anything else is locked: no revision is published until the transaction ends.
    await lockOrganization(inner)
    const profiles = await profilesWithDefault(inner, id)
    await mayGo()
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
