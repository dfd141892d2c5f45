import { queryOptions } from '@tanstack/react-query'
import type { Views } from '@tocsin/contract/console/view.ts'
import { call } from '../api/call.ts'

/** Query for the user's own views and the views that other users share, in the user's order, and the default view. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<Views>('GET', '/views', { signal }),
})
