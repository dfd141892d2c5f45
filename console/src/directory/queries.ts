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

/** Number of locations, points or users on one page of an administration list. */
export const pageSize = 50

/** Query for one page of locations, each with its numbers of points and incidents. */
export const locationPageQuery = (search: DirectorySearch) => pageQuery<CountedLocation>('/directory/locations', search)

/** Query for one page of the points of a location, each with its number of incidents. */
export const pointPageQuery = (locationId: Uuid, search: DirectorySearch) =>
  pageQuery<CountedPoint>('/directory/points', search, { locationId })

/** Query for one page of staff users, without the system users for the API and the operator. */
export const staffPageQuery = (search: DirectorySearch) => pageQuery<CountedStaffUser>('/directory/users', search)

function pageQuery<Item>(path: string, search: DirectorySearch, filter: Record<string, QueryValue> = {}) {
  const query = { ...filter, ...parametersOf(search) }
  return queryOptions({
    queryKey: ['directory', path, query],
    queryFn: ({ signal }) => callPage<Item>(path, { query, signal }),
    // Show the previous page until the next page is loaded, to avoid a layout shift.
    placeholderData: keepPreviousData,
  })
}

const parametersOf = ({ q, show, page = 1 }: DirectorySearch): Record<string, QueryValue> => ({
  q,
  archived: show === 'all' ? undefined : String(show === 'archived'),
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
