import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { call } from '../api/call.ts'

/** Query for all API keys that were ever issued, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  async queryFn({ signal }) {
    const { data } = await call<{ data: ApiKey[] }>('GET', '/keys', { signal })
    return data.toReversed()
  },
})
