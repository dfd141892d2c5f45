import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callPage } from '../../api/pages.ts'

/** One option. */
export interface Choice {
  id: Uuid
  name: string
}

/** First matches of a search by name, and a flag for further ones. */
export interface Choices {
  choices: Choice[]
  hasMore: boolean
}

const limit = 50

export type Find = (q: string) => ReturnType<typeof findLocations>

/** Finds locations in use whose name contains the text. */
export const findLocations = (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'locations', q],
    queryFn: ({ signal }): Promise<Choices> => find<Location>('/locations', { q }, signal),
    staleTime: 60_000,
  })

/** Finds points in use of one location. */
export const findPoints = (locationId: Uuid) => (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'points', locationId, q],
    queryFn: ({ signal }): Promise<Choices> => find<Point>('/points', { q, locationId }, signal),
    staleTime: 60_000,
  })

/** Finds staff whose name contains the text, without the system users for the API and the operator. */
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
