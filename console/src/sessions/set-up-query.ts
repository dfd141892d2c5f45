import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Query for the state of the set-up page. `open` is true while the server has no organization. */
export const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call<{ open: boolean }>('GET', '/set-up', { signal }),
})
