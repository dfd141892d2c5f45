import type { Configuration } from '../../fields.ts'

/** What the preview is of: a Type, a profile that no Type uses, or (empty) a report without a Type. Their ids differ. */
export type PreviewSubject = string

export const withoutType: PreviewSubject = ''

/** What shows best what comes of a Type or profile that has just been unfolded. */
export function subjectOf(content: Configuration, entryId: string): PreviewSubject {
  if (content.types.some(({ id, active }) => id === entryId && active)) return entryId
  if (!content.profiles.some(({ id }) => id === entryId)) return withoutType
  if (content.defaultProfileId === entryId) return withoutType
  return content.types.find(({ profileId, active }) => active && profileId === entryId)?.id ?? entryId
}

/** The profiles that cannot be seen through a Type. */
export const unusedProfiles = ({ types, profiles, defaultProfileId }: Configuration) =>
  profiles.filter(
    ({ id }) => id !== defaultProfileId && !types.some(({ profileId, active }) => active && profileId === id),
  )
