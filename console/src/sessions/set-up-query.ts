import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whether the server still waits for its first administrator. */
export const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call<{ open: boolean }>('GET', '/set-up', { signal }),
})
