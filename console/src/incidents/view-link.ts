import type { View } from '@tocsin/contract/console/view.ts'
import { readSearch } from '../api/search-parameters.ts'
import { pageOfLayout } from './origin/page-of-layout.ts'
import { readIncidentSearch } from './search/incident-search.ts'

/** Returns the link that opens a saved view in its layout. */
export const viewLink = ({ layout, query }: View) =>
  ({ to: pageOfLayout[layout], search: readIncidentSearch(readSearch(query)) }) as const
