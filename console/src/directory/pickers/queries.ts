import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callPage } from '../../api/pages.ts'

/** One option of a select field: a location, point or user. */
export interface Choice {
  id: Uuid
  name: string
}

/** First matches of a search by name. `hasMore` is true if the server has further matches. */
export interface Choices {
  choices: Choice[]
  hasMore: boolean
}

const limit = 50

export type Find = (q: string) => ReturnType<typeof findLocations>

/** Query for the locations whose name contains the text `q`. Archived locations are left out. */
export const findLocations = (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'locations', q],
    queryFn: ({ signal }): Promise<Choices> => find<Location>('/locations', { q }, signal),
    staleTime: 60_000,
  })

/** Query for the points of one location whose name contains the text `q`. Archived points are left out. */
export const findPoints = (locationId: Uuid) => (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'points', locationId, q],
    queryFn: ({ signal }): Promise<Choices> => find<Point>('/points', { q, locationId }, signal),
    staleTime: 60_000,
  })

/**
 * Query for the staff users whose name contains the text `q`. Archived users and the system users for the API and the
 * operator are left out.
 */
export const findStaff = (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'staff', q],
    async queryFn({ signal }): Promise<Choices> {
      const { choices, hasMore } = await find<User>('/users', { q }, signal)
      return { choices: choices.filter(({ kind }) => kind === 'staff'), hasMore }
    },
    staleTime: 60_000,
  })

async function find<Item extends Choice>(path: string, query: { q: string; locationId?: Uuid }, signal: AbortSignal) {
  const page = await callPage<Item>(path, {
    query: { ...query, q: query.q || undefined, archived: 'false', limit },
    signal,
  })
  return { choices: page.items, hasMore: page.next !== undefined }
}
