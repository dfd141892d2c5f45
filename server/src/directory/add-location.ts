import type { AddLocation } from '@tocsin/contract/console/directory-administration.ts'
import type { Location } from '@tocsin/contract/api/directory.ts'
import { newId } from '../database/new-id.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertLocations } from './location-queries.ts'

/** Adds a location to the organization and records the event. */
export function addLocation(scope: OrganizationScope, { name, externalId = null }: AddLocation): Promise<Location> {
  const location = { id: newId(), name, externalId }
  return scope.transaction(async (inner) => {
    await insertLocations(inner, [location])
    await recordEvent(inner, {
      kind: 'location_added',
      subjectKind: 'location',
      subjectId: location.id,
      changes: { name, externalId },
    })
    return { ...location, archived: false }
  })
}
