import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callAllPages } from '../api/pages.ts'

/** Names change seldom; whoever changes one invalidates `['directory']`. */
const staleTime = 60_000

/** Every Location, archived ones too: Incidents keep them. */
export const locationsQuery = queryOptions({
  queryKey: ['directory', 'names', 'locations'],
  queryFn: ({ signal }) => callAllPages<Location>('/locations', { signal }),
  staleTime,
})

/** Every user, archived ones and the two system users too. */
export const usersQuery = queryOptions({
  queryKey: ['directory', 'names', 'users'],
  queryFn: ({ signal }) => callAllPages<User>('/users', { signal }),
  staleTime,
})

/** The Points of some Locations, archived ones too; of none given, all there are. */
export const pointsQuery = (locationIds: readonly Uuid[]) =>
  queryOptions({
    queryKey: ['directory', 'names', 'points', locationIds],
    queryFn: ({ signal }) => callAllPages<Point>('/points', { query: { locationId: locationIds }, signal }),
    staleTime,
  })
