import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { Uuid } from '../scalars.ts'

/** Content of the revision that governs a creation. */
export type EffectiveConfiguration = ConfigurationContent

/**
 * Returns the profile that governs one creation: the profile of its type, else the default profile. An absent type may
 * have a default in the default profile.
 * @param typeId lower-case UUID as sent, undefined if absent, null if sent as null.
 * @throws Error if the configuration lacks a profile that it refers to; a published configuration never does.
 */
export function effectiveProfile(configuration: EffectiveConfiguration, typeId: Uuid | null | undefined): Profile {
  const effectiveTypeId = typeId === undefined ? defaultTypeId(configuration) : typeId
  const type = configuration.types.find(({ id }) => id === effectiveTypeId)
  return profileById(configuration, type?.profileId ?? configuration.defaultProfileId)
}

/**
 * Returns the type of a creation without a typeId. Only the default profile can define it, because the type selects all
 * other profiles.
 */
export const defaultTypeId = (configuration: EffectiveConfiguration): Uuid | undefined =>
  profileById(configuration, configuration.defaultProfileId).fields.typeId?.default

function profileById(configuration: EffectiveConfiguration, id: Uuid): Profile {
  const profile = configuration.profiles.find((candidate) => candidate.id === id)
  if (!profile) throw new Error(`the configuration refers to profile ${id}, which it does not have`)
  return profile
}
