import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { Uuid } from '../scalars.ts'

/** Content of the configuration revision that governs a creation. */
export type EffectiveConfiguration = ConfigurationContent

/**
 * Returns the profile that governs one creation: the profile that its type selects, else the default profile. If the
 * creation was sent without a type, its type is the default type of the default profile, if there is one.
 * @param typeId sent type as a lower-case UUID; undefined if absent, null if sent as null.
 * @throws Error if the configuration refers to a profile that it lacks. This never happens with a published
 *   configuration.
 */
export function effectiveProfile(configuration: EffectiveConfiguration, typeId: Uuid | null | undefined): Profile {
  const effectiveTypeId = typeId === undefined ? defaultTypeId(configuration) : typeId
  const type = configuration.types.find(({ id }) => id === effectiveTypeId)
  return profileById(configuration, type?.profileId ?? configuration.defaultProfileId)
}

/**
 * Returns the default type, for a creation without `typeId`. Only the default profile can define it, because every
 * other profile applies only after the type is known.
 */
export const defaultTypeId = (configuration: EffectiveConfiguration): Uuid | undefined =>
  profileById(configuration, configuration.defaultProfileId).fields.typeId?.default

function profileById(configuration: EffectiveConfiguration, id: Uuid): Profile {
  const profile = configuration.profiles.find((candidate) => candidate.id === id)
  if (!profile) throw new Error(`the configuration refers to profile ${id}, which it does not have`)
  return profile
}
