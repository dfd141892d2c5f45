import type { ChangeLocation } from '@tocsin/contract/console/directory-administration.ts'
import type { Location } from '@tocsin/contract/api/directory.ts'
import { locationChanged } from '@tocsin/contract/events/location-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { updateLocation } from './location-queries.ts'
import { lockExisting } from './lock-existing.ts'

/**
 * Changes the name or external id of a location. Fields that are absent in `change` stay unchanged.
 * @throws Problem `reference_not_found` when the location does not exist.
 */
export function changeLocation(scope: OrganizationScope, id: Uuid, change: ChangeLocation): Promise<Location> {
  return scope.transaction(async (inner) => {
    const { archivedAt, ...before } = await lockExisting(inner, 'location', id)
    const after = { ...before, ...change }
    const changes = changesBetween(before, after)
    if (changes) {
      await updateLocation(inner, after)
      await recordEvent(inner, locationChanged({ locationId: before.id, changes }))
    }
    return { ...after, archived: archivedAt !== null }
  })
}
