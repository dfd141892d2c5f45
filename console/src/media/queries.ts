import { queryOptions } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { call } from '../api/call.ts'
import { incidentKey } from '../api/incident-key.ts'
import { reuseAddresses } from './reuse-addresses.ts'

/** Often enough that no address that is shown has expired: they are good for 15 minutes, and kept for 8. */
export const renewAddressesMs = 4 * 60_000

/** The files of an Incident, in the order in which they were attached. */
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
