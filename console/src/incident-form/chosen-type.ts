import { isSettable } from '@tocsin/contract/rules/check-field-rule.ts'
import { effectiveProfile, type EffectiveConfiguration } from '@tocsin/contract/rules/effective-profile.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Entries } from './entries.ts'

/**
 * The chosen type, undefined without one. A draft may contain a type from before its form hid the field. It is ignored,
 * because nobody could change it.
 */
export function chosenTypeId(configuration: EffectiveConfiguration, { typeId }: Entries): Uuid | undefined {
  if (!typeId) return undefined
  const profiles = [effectiveProfile(configuration, typeId), effectiveProfile(configuration, undefined)]
  return profiles.some((profile) => isSettable(profile, 'typeId')) ? typeId : undefined
}
