import { queryOptions } from '@tanstack/react-query'
import type { Location, Point, User } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { callPage } from '../../api/pages.ts'

/** Something that can be chosen. */
export interface Choice {
  id: Uuid
  name: string
}

/** What a search found: the first of them by name, and whether there are more. */
export interface Choices {
  choices: Choice[]
  hasMore: boolean
}

const limit = 50

export type Find = (q: string) => ReturnType<typeof findLocations>

/** Locations in use whose name contains the text. */
export const findLocations = (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'locations', q],
    queryFn: ({ signal }): Promise<Choices> => find<Location>('/locations', { q }, signal),
    staleTime: 60_000,
  })

/** Points in use of one Location. */
export const findPoints = (locationId: Uuid) => (q: string) =>
  queryOptions({
    queryKey: ['directory', 'choices', 'points', locationId, q],
    queryFn: ({ signal }): Promise<Choices> => find<Point>('/points', { q, locationId }, signal),
    staleTime: 60_000,
  })

/** Staff whose name contains the text; nothing is assigned to the users that stand for the API and the operator. */
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
