import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Origin } from '../../origin/origin.ts'

/** Ids of the previous and next incident in the list or board column that the user came from. */
export interface Neighbours {
  previousId: Uuid | undefined
  nextId: Uuid | undefined
}

/**
 * Returns the ids of the previous and next incident. Sends no request: `origin` lists the ids in the order in which the
 * list or board column showed them.
 */
export function neighboursOf(incidentId: Uuid, origin: Origin | undefined): Neighbours {
  const ids = origin?.ids ?? []
  const index = ids.indexOf(incidentId)
  return { previousId: ids[index - 1], nextId: index < 0 ? undefined : ids[index + 1] }
}
