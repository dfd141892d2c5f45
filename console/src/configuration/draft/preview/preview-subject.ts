import type { Configuration } from '../../fields.ts'

/** Id of a type or of a profile that no type uses; empty for a report without a type. */
export type PreviewSubject = string

export const withoutType: PreviewSubject = ''

/** Returns the preview that shows a newly expanded type or profile. */
export function subjectOf(content: Configuration, entryId: string): PreviewSubject {
  if (content.types.some(({ id, active }) => id === entryId && active)) return entryId
  if (!content.profiles.some(({ id }) => id === entryId)) return withoutType
  if (content.defaultProfileId === entryId) return withoutType
  return content.types.find(({ profileId, active }) => active && profileId === entryId)?.id ?? entryId
}

/** Returns the profiles that no active type uses and that are not the default. */
export const unusedProfiles = ({ types, profiles, defaultProfileId }: Configuration) =>
  profiles.filter(
    ({ id }) => id !== defaultProfileId && !types.some(({ profileId, active }) => active && profileId === id),
  )
