import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callAllPages } from '../api/pages.ts'

/** Time in milliseconds until names are read again. Changes of names invalidate `['directory']` at once. */
const staleTime = 60_000

/** All locations, including archived ones, which incidents may refer to. */
export const locationsQuery = queryOptions({
  queryKey: ['directory', 'names', 'locations'],
  queryFn: ({ signal }) => callAllPages<Location>('/locations', { signal }),
  staleTime,
})

/** All users, including archived ones and the two system users. */
export const usersQuery = queryOptions({
  queryKey: ['directory', 'names', 'users'],
  queryFn: ({ signal }) => callAllPages<User>('/users', { signal }),
  staleTime,
})

/** Points of the given locations, including archived ones; all points if none is given. */
export const pointsQuery = (locationIds: readonly Uuid[]) =>
  queryOptions({
    queryKey: ['directory', 'names', 'points', locationIds],
    queryFn: ({ signal }) => callAllPages<Point>('/points', { query: { locationId: locationIds }, signal }),
    staleTime,
  })
