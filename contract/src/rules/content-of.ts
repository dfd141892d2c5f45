import type { ConfigurationContent, CreationConfiguration } from '../api/configuration.ts'

/** What a revision says, without its number and time. */
export const contentOf = ({
  types,
  categories,
  profiles,
  defaultProfileId,
}: CreationConfiguration): ConfigurationContent => ({ types, categories, profiles, defaultProfileId })
