import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Reads whether the set-up page is open, that is, whether the server has no organization yet. */
export const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call<{ open: boolean }>('GET', '/set-up', { signal }),
})
