import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { currentConfiguration } from './published.ts'

/**
 * Finds the profiles of the current configuration in which a location, point or user is the default of a field.
 * @param id id of the location, point or user.
 * @returns the names of the profiles.
 */
export async function profilesWithDefault(scope: OrganizationScope, id: Uuid): Promise<string[]> {
  const { profiles } = await currentConfiguration(scope)
  return profiles
    .filter(({ fields }) => [fields.locationId, fields.pointId, fields.assigneeId].some((rule) => rule?.default === id))
    .map(({ name }) => name)
}
