import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Configuration, ConfiguredProfile } from '../../fields.ts'

export type Drawable = CreationConfiguration

/**
 * Makes of a draft what a form can be drawn from, as if it had been published.
 * @returns undefined where a Type, or everything, refers to a profile that is gone.
 */
export function drawable(content: Configuration): Drawable | undefined {
  const profileIds = new Set(content.profiles.map(({ id }) => id))
  const used = [content.defaultProfileId, ...content.types.flatMap(({ profileId }) => profileId ?? [])]
  if (!used.every((id) => profileIds.has(id))) return undefined
  return {
    ...content,
    // The rules take an unfinished text for what it will be; only times have to be some.
    profiles: content.profiles.map(withRealTime),
    revision: 1,
    publishedAt: '',
  } as Drawable
}

function withRealTime(profile: ConfiguredProfile): ConfiguredProfile {
  const { occurredAt } = profile.fields
  const time = occurredAt?.default
  if (!occurredAt || time === undefined || time === 'now' || parseInstant(time)) return profile
  return { ...profile, fields: { ...profile.fields, occurredAt: { rule: occurredAt.rule } } }
}
