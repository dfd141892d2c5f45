import type { Location } from '@tocsin/contract/directory.ts'
import { v7 as uuidv7 } from 'uuid'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertLocation } from './location-queries.ts'

export interface NewLocation {
  name: string
  /** What it is called in another system; absent or null: nothing. */
  externalId?: string | null | undefined
}

/** Adds a Location, to be used at once. */
export function addLocation(scope: OrganizationScope, { name, externalId }: NewLocation): Promise<Location> {
  const location = { id: uuidv7(), name, externalId: externalId ?? null }
  return scope.transaction(async (inner) => {
    await insertLocation(inner, location)
    await recordEvent(inner, {
      kind: 'location_added',
      subjectKind: 'location',
      subjectId: location.id,
      changes: { name, externalId: location.externalId },
    })
    return { ...location, archived: false }
  })
}
