import { queryOptions } from '@tanstack/react-query'
import type { View } from '@tocsin/contract/console/view.ts'
import { call } from '../api/call.ts'

/** Query for the user's own views and the views that other users share, sorted by name. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  async queryFn({ signal }) {
    const { data } = await call<{ data: View[] }>('GET', '/views', { signal })
    return data
  },
})
