import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { isSettable } from '@tocsin/contract/rules/check-field-rule.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Entries } from './entries.ts'

/**
 * Returns the id of the type that the user has chosen; undefined if there is none. If the form hides the type field, a
 * type in a stored draft is ignored, because the user could not change this type.
 */
export function chosenTypeId(configuration: ConfigurationContent, { typeId }: Entries): Uuid | undefined {
  if (!typeId) return undefined
  const profiles = [effectiveProfile(configuration, typeId), effectiveProfile(configuration, undefined)]
  return profiles.some((profile) => isSettable(profile, 'typeId')) ? typeId : undefined
}
