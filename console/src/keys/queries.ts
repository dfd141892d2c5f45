import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { callAllPages } from '../api/pages.ts'

/** Query for all API keys that were ever issued, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  async queryFn({ signal }) {
    return (await callAllPages<ApiKey>('/keys', { signal })).toReversed()
  },
})
