import { queryOptions } from '@tanstack/react-query'
import { builtInViews } from '@tocsin/contract/console/built-in-views.ts'
import type { Views } from '@tocsin/contract/console/view.ts'
import { call } from '../api/call.ts'

/** Query for the user's own views and the views that other users share, in the user's order, and the default view. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<Views>('GET', '/views', { signal }),
})

/**
 * Returns the view with which the console opens. Returns null if this view was deleted or is no longer shared with the
 * user.
 */
export const startViewOf = ({ data, defaultView }: Views): Views['defaultView'] =>
  [...builtInViews, ...data.map(({ id }) => id)].some((id) => id === defaultView) ? defaultView : null
