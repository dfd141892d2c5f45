import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { Uuid } from '../scalars.ts'

/**
 * Returns the profile that governs one creation. This is the profile that the type of the creation selects; if the type
 * selects none, the default profile. A creation without `typeId` has the default type of the default profile, if there
 * is one.
 * @param typeId sent type as a lower-case UUID; undefined if absent, null if sent as null.
 * @throws Error if the configuration refers to a profile that it lacks. This never happens with a published
 *   configuration.
 */
export function effectiveProfile(configuration: ConfigurationContent, typeId: Uuid | null | undefined): Profile {
  const effectiveTypeId = typeId === undefined ? defaultTypeId(configuration) : typeId
  const type = configuration.types.find(({ id }) => id === effectiveTypeId)
  return profileById(configuration, type?.profileId ?? configuration.defaultProfileId)
}

/**
 * Returns the type of a creation without `typeId`: the default type of the default profile; undefined if there is none.
 * The default types of other profiles do not count, because only a type can select another profile.
 */
export const defaultTypeId = (configuration: ConfigurationContent): Uuid | undefined =>
  profileById(configuration, configuration.defaultProfileId).fields.typeId?.default

function profileById(configuration: ConfigurationContent, id: Uuid): Profile {
  const profile = configuration.profiles.find((candidate) => candidate.id === id)
  if (!profile) throw new Error(`the configuration refers to profile ${id}, which it does not have`)
  return profile
}
