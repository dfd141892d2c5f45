import { oneOf, type SearchParameters } from '../api/search-parameters.ts'

const tabs = ['types', 'profiles', 'history', 'age'] as const
export type ConfigurationTab = (typeof tabs)[number]

/**
 * Search parameters of the configuration page.
 * @property tab the open tab; by default the tab `types`.
 */
export interface ConfigurationSearch {
  tab?: ConfigurationTab | undefined
}

export function readConfigurationSearch(search: SearchParameters): ConfigurationSearch {
  const wanted = oneOf(search.tab)
  return { tab: tabs.find((tab) => tab === wanted) }
}
