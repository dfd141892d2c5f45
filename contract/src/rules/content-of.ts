import type { ConfigurationContent, CreationConfiguration } from '../api/configuration.ts'

/** Returns the content of a configuration revision, without its number and its time of publication. */
export const contentOf = ({
  types,
  categories,
  profiles,
  defaultProfileId,
}: CreationConfiguration): ConfigurationContent => ({ types, categories, profiles, defaultProfileId })
