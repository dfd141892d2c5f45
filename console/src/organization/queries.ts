import { queryOptions } from '@tanstack/react-query'
import type { About } from '@tocsin/contract/console/about.ts'
import { call } from '../api/call.ts'

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => call<About>('GET', '/about', { signal }),
})
