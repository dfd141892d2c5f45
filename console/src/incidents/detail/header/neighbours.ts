import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Origin } from '../../origin/origin.ts'

/** Ids of the previous and next incident in the list or board column that the user came from. */
export interface Neighbours {
  previousId: Uuid | undefined
  nextId: Uuid | undefined
}

/**
 * Returns the previous and next incident. Needs no request, because the origin stores the order of the list at the time
 * when the user opened an incident from it.
 */
export function neighboursOf(incidentId: Uuid, origin: Origin | undefined): Neighbours {
  const ids = origin?.ids ?? []
  const index = ids.indexOf(incidentId)
  return { previousId: ids[index - 1], nextId: index < 0 ? undefined : ids[index + 1] }
}
