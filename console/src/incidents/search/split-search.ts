import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { oneOf, type SearchParameters } from '../../api/search-parameters.ts'
import { readIncidentSearch, type IncidentSearch } from './incident-search.ts'

/** Search of the split view: filters and sort of the list on the left, and the incident on the right. */
export interface SplitSearch extends IncidentSearch {
  /** Id of the incident that the right side of the split view shows. */
  open?: Uuid | undefined
}

/** Reads the search from the parameters of a URL. Drops unknown parameters and invalid values. */
export function readSplitSearch(search: SearchParameters): SplitSearch {
  const open = oneOf(search.open)?.toLowerCase()
  return { ...readIncidentSearch(search), open: open !== undefined && isUuid(open) ? open : undefined }
}
