import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { Configuration, ConfiguredProfile } from '../../fields.ts'

/**
 * Converts a draft into the shape of a published configuration, so that the incident form can be rendered from it.
 * @returns undefined if a type or the default profile refers to a profile that does not exist.
 */
export function drawable(content: Configuration): CreationConfiguration | undefined {
  const profileIds = new Set(content.profiles.map(({ id }) => id))
  const used = [content.defaultProfileId, ...content.types.flatMap(({ profileId }) => profileId ?? [])]
  if (!used.every((id) => profileIds.has(id))) return undefined
  return {
    ...content,
    types: content.types.map((type) => ({ ...type, name: type.name || configurationDraftTexts.types.unnamed })),
    // Leave out a default time that is not a valid instant. The form can show all other unfinished defaults.
    profiles: content.profiles.map(withRealTime),
    revision: 1,
    publishedAt: '',
  } as CreationConfiguration
}

function withRealTime(profile: ConfiguredProfile): ConfiguredProfile {
  const { occurredAt } = profile.fields
  const time = occurredAt?.default
  if (!occurredAt || time === undefined || time === 'now' || parseInstant(time)) return profile
  return { ...profile, fields: { ...profile.fields, occurredAt: { rule: occurredAt.rule } } }
}
