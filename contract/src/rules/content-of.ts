import type { ConfigurationContent, CreationConfiguration } from '../api/configuration.ts'

/** Returns the content of a revision, without its number and time of publication. */
export const contentOf = ({
  types,
  categories,
  profiles,
  defaultProfileId,
}: CreationConfiguration): ConfigurationContent => ({ types, categories, profiles, defaultProfileId })
