import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  CountedLocation,
  CountedPoint,
  CountedStaffUser,
} from '@tocsin/contract/console/directory-administration.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { QueryValue } from '../api/call.ts'
import { callPage } from '../api/pages.ts'
import type { DirectorySearch } from './directory-search.ts'

/** Number of entries on one page. */
export const pageSize = 50

/** One page of locations with their counts of points and incidents. */
export const locationPageQuery = (search: DirectorySearch) => pageQuery<CountedLocation>('/directory/locations', search)

/** One page of a location's points with their counts of incidents. */
export const pointPageQuery = (locationId: Uuid, search: DirectorySearch) =>
  pageQuery<CountedPoint>('/directory/points', search, { locationId })

/** One page of staff users, without the system users for the API and the operator. */
export const staffPageQuery = (search: DirectorySearch) => pageQuery<CountedStaffUser>('/directory/users', search)

function pageQuery<Item>(path: string, search: DirectorySearch, filter: Record<string, QueryValue> = {}) {
  const query = { ...filter, ...parametersOf(search) }
  return queryOptions({
    queryKey: ['directory', path, query],
    queryFn: ({ signal }) => callPage<Item>(path, { query, signal }),
    // The previous page stays until the next one is loaded, which avoids a layout shift.
    placeholderData: keepPreviousData,
  })
}

const parametersOf = ({ q, show, page = 1 }: DirectorySearch): Record<string, QueryValue> => ({
  q,
  archived: show === 'all' ? undefined : String(show === 'archived'),
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
