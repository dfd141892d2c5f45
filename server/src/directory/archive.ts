import { locationArchived, locationRestored } from '@tocsin/contract/events/location-events.ts'
import { pointArchived, pointRestored } from '@tocsin/contract/events/point-events.ts'
import { userArchived, userRestored } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { profilesWithDefault } from '../configuration/profiles-with-default.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { signOutEverywhere } from '../identity/sessions/sign-out-everywhere.ts'
import { lockExisting, type EntryKind } from './lock-existing.ts'
import { markArchived } from './archive-queries.ts'
import { requireOtherAdministrator } from './users/require-other-administrator.ts'

/**
 * Archives a location. From then on, only creations under a revision older than the current one may use the location
 * and its points. Archiving an archived location changes nothing.
 * @throws Problem `reference_not_found`, or `used_as_default` while the location is a default in a profile of the
 *   current configuration.
 */
export const archiveLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'location')

/**
 * Archives a point. From then on, only creations under a revision older than the current one may use the point.
 * @throws Problem `reference_not_found`, or `used_as_default` while the point is a default in a profile of the current
 *   configuration.
 */
export const archivePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'point')

/**
 * Archives a member of staff, and ends all sessions of this user. From then on, only creations under a revision older
 * than the current one may assign an incident to the user.
 * @throws Problem `reference_not_found`, `last_administrator`, or `used_as_default` while the user is a default in a
 *   profile of the current configuration.
 */
export const archiveUser = (scope: OrganizationScope, id: Uuid): Promise<void> =>
  scope.transaction(async (inner) => {
    await archive(inner, id, 'user')
    await signOutEverywhere(inner, id)
  })

/**
 * Restores an archived location.
 * @throws Problem `reference_not_found` when the location does not exist.
 */
export const restoreLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'location')

/**
 * Restores an archived point.
 * @throws Problem `reference_not_found` when the point does not exist.
 */
export const restorePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'point')

/**
 * Restores an archived member of staff. The user must sign in again.
 * @throws Problem `reference_not_found` when the member of staff does not exist.
 */
export const restoreUser = (scope: OrganizationScope, id: Uuid): Promise<void> => restore(scope, id, 'user')

const tables = { location: 'locations', point: 'points', user: 'users' } as const

/**
 * Archives a location, point or user. Fails for the last administrator, and for a default in a profile of the current
 * configuration.
 */
function archive(scope: OrganizationScope, id: Uuid, kind: EntryKind): Promise<void> {
  return scope.transaction(async (inner) => {
    // Lock the organization first, so that nobody publishes a revision during the transaction.
    await lockOrganization(inner)
    const profiles = await profilesWithDefault(inner, id)
    if (kind === 'user') await requireOtherAdministrator(inner, id)
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
  await recordEvent(scope, eventOf[kind](id, archived))
}

const eventOf = {
  location: (id: Uuid, archived: boolean) => (archived ? locationArchived : locationRestored)({ locationId: id }),
  point: (id: Uuid, archived: boolean) => (archived ? pointArchived : pointRestored)({ pointId: id }),
  user: (id: Uuid, archived: boolean) => (archived ? userArchived : userRestored)({ userId: id }),
}

function usedAsDefault(name: string, profiles: string[]): Problem {
  const named = profiles.map((profile) => `"${profile}"`).join(', ')
  return new Problem('used_as_default', {
    detail: `"${name}" is a default in ${named}. Publish a configuration without it first.`,
  })
}
