import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { Uuid } from '../scalars.ts'

/** What the rules need of the revision that governs a creation: all but its number and time. */
export type EffectiveConfiguration = ConfigurationContent

/**
 * Finds the profile that governs one creation: the one its Type names, else the configuration's default profile. A Type
 * that was not sent may come from the default profile.
 * @param typeId lower-case UUID of the Type as sent, undefined when none was, null when the caller sent none on purpose.
 * @throws Error when the configuration refers to a profile that it does not have; a published one never does.
 * @see design 4, Creation
 */
export function effectiveProfile(configuration: EffectiveConfiguration, typeId: Uuid | null | undefined): Profile {
  const effectiveTypeId = typeId === undefined ? defaultTypeId(configuration) : typeId
  const type = configuration.types.find(({ id }) => id === effectiveTypeId)
  return profileById(configuration, type?.profileId ?? configuration.defaultProfileId)
}

/**
 * The Type of a creation that sends none. It is the default profile's alone: which profile governs depends on the Type,
 * so no other profile can be asked before the Type is known.
 */
export const defaultTypeId = (configuration: EffectiveConfiguration): Uuid | undefined =>
  profileById(configuration, configuration.defaultProfileId).fields.typeId?.default

function profileById(configuration: EffectiveConfiguration, id: Uuid): Profile {
  const profile = configuration.profiles.find((candidate) => candidate.id === id)
  if (!profile) throw new Error(`the configuration refers to profile ${id}, which it does not have`)
  return profile
}
