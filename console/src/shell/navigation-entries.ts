import {
  IconAdjustments,
  IconBuildingStore,
  IconChartBar,
  IconKey,
  IconLayoutKanban,
  IconListDetails,
  IconRoute,
  IconInfoCircle,
  IconSettings,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import type { IncidentSearch } from '../incidents/search/incident-search.ts'
import { configurationTexts } from '../texts/configuration.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { pageTitles } from '../texts/page-titles.ts'

export interface NavigationEntry {
  to:
    | '/incidents'
    | '/board'
    | '/overview'
    | '/configuration'
    | '/directory'
    | '/users'
    | '/workflow'
    | '/keys'
    | '/webhooks'
    | '/organization'
    | '/about'
  /** Filters with which the page opens. */
  search?: IncidentSearch
  label: string
  icon: Icon
  /** Keyboard key that opens the page if it is pressed after `g`. */
  key: string
  /** Page that the key opens, if it is not the page in `to`. */
  keyTo?: '/'
}

/** Navigation entries for all staff users. On phones, these entries are in the bar at the bottom of the screen. */
export const staffPages: readonly NavigationEntry[] = [
  {
    to: '/incidents',
    search: { state: 'open' },
    label: incidentTexts.list.title,
    icon: IconListDetails,
    key: 'i',
    keyTo: '/',
  },
  { to: '/board', label: incidentTexts.board.title, icon: IconLayoutKanban, key: 'b' },
  { to: '/overview', label: pageTitles.overview, icon: IconChartBar, key: 'o' },
]

export const administrationPages: readonly NavigationEntry[] = [
  { to: '/configuration', label: configurationTexts.current.title, icon: IconAdjustments, key: 'f' },
  { to: '/directory', label: pageTitles.directory, icon: IconBuildingStore, key: 'd' },
  { to: '/users', label: pageTitles.users, icon: IconUsers, key: 'u' },
  { to: '/workflow', label: pageTitles.workflow, icon: IconRoute, key: 'w' },
  { to: '/keys', label: pageTitles.keys, icon: IconKey, key: 'k' },
  { to: '/webhooks', label: pageTitles.webhooks, icon: IconWebhook, key: 'h' },
  { to: '/organization', label: pageTitles.organization, icon: IconSettings, key: 's' },
  { to: '/about', label: pageTitles.about, icon: IconInfoCircle, key: 'a' },
]
