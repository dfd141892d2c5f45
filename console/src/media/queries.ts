import { queryOptions } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { call } from '../api/call.ts'
import { incidentKey } from '../api/incident-key.ts'
import { reuseAddresses } from './reuse-addresses.ts'

/**
 * Interval in milliseconds at which shown files are read again, so that their signed URLs never expire on the page. A
 * URL is valid for 15 minutes. A read reuses a URL that is less than 8 minutes old.
 */
export const renewAddressesMs = 4 * 60_000

/** Query for the files of an incident, oldest first. */
export const incidentMediaQuery = (incidentId: Uuid) =>
  queryOptions({
    queryKey: [...incidentKey(incidentId), 'media'],
    async queryFn({ signal }) {
      const path = `/incidents/${encodeURIComponent(incidentId)}/media`
      const { data } = await call<{ data: AttachedMedia[] }>('GET', path, { signal })
      return reuseAddresses(data)
    },
    refetchInterval: renewAddressesMs,
  })
