import type { AddLocation } from '@tocsin/contract/console/directory-administration.ts'
import type { Location } from '@tocsin/contract/api/directory.ts'
import { newId } from '../database/new-id.ts'
import type { OrganizationScope } from '../scope.ts'
import { storeLocations } from './store-added.ts'

/** Adds a location to the organization and records the event. */
export function addLocation(scope: OrganizationScope, { name, externalId = null }: AddLocation): Promise<Location> {
  const location = { id: newId(), name, externalId }
  return scope.transaction(async (inner) => {
    await storeLocations(inner, [location])
    return { ...location, archived: false }
  })
}
