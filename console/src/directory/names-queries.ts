import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callAllPages, callPage } from '../api/pages.ts'

/**
 * Milliseconds after which names are read again. Changes made in this console appear at once, because they invalidate
 * the query key `['directory']`.
 */
const staleTime = 60_000

/** Query for all locations. It includes archived locations, because incidents may refer to them. */
export const locationsQuery = queryOptions({
  queryKey: ['directory', 'names', 'locations'],
  queryFn: ({ signal }) => callAllPages<Location>('/locations', { signal }),
  staleTime,
})

/** Query for all users, including archived users and the two system users. */
export const usersQuery = queryOptions({
  queryKey: ['directory', 'names', 'users'],
  queryFn: ({ signal }) => callAllPages<User>('/users', { signal }),
  staleTime,
})

/**
 * Query for the points of the given locations, including archived points. If no locations are given, it reads all
 * points.
 */
export const pointsQuery = (locationIds: readonly Uuid[]) =>
  queryOptions({
    queryKey: ['directory', 'names', 'points', locationIds],
    queryFn: ({ signal }) => callAllPages<Point>('/points', { query: { locationId: locationIds }, signal }),
    staleTime,
  })

/** Query for one point, which may be archived; null if the organization has no such point. */
export const pointQuery = (pointId: Uuid) =>
  queryOptions({
    queryKey: ['directory', 'names', 'point', pointId],
    async queryFn({ signal }): Promise<Point | null> {
      const { items } = await callPage<Point>('/points', { query: { id: pointId }, signal })
      return items[0] ?? null
    },
  })
