import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Origin } from '../../origin/origin.ts'

/** Previous and next incident in the list or column that the user came from. */
export interface Neighbours {
  previousId: Uuid | undefined
  nextId: Uuid | undefined
}

/** Returns the neighbours in the order when the first incident was opened, without a request. */
export function neighboursOf(incidentId: Uuid, origin: Origin | undefined): Neighbours {
  const ids = origin?.ids ?? []
  const index = ids.indexOf(incidentId)
  return { previousId: ids[index - 1], nextId: index < 0 ? undefined : ids[index + 1] }
}
