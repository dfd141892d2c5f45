import type { Configuration } from '../../fields.ts'

/**
 * Choice of the form to preview: the id of a type, the id of a profile that no type uses, or an empty string for the
 * form without a type.
 */
export type PreviewSubject = string

export const withoutType: PreviewSubject = ''

/** Returns the form to preview after the user expanded a type or profile in the editor. */
export function subjectOf(content: Configuration, entryId: string): PreviewSubject {
  if (content.types.some(({ id, active }) => id === entryId && active)) return entryId
  if (!content.profiles.some(({ id }) => id === entryId)) return withoutType
  if (content.defaultProfileId === entryId) return withoutType
  return content.types.find(({ profileId, active }) => active && profileId === entryId)?.id ?? entryId
}

/** Returns the profiles that no active type uses, except the default profile. */
export const unusedProfiles = ({ types, profiles, defaultProfileId }: Configuration) =>
  profiles.filter(
    ({ id }) => id !== defaultProfileId && !types.some(({ profileId, active }) => active && profileId === id),
  )
