import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Origin } from '../../origin/origin.ts'

/** What stands beside an Incident where somebody came from. */
export interface Neighbours {
  previousId: Uuid | undefined
  nextId: Uuid | undefined
}

/** As it stood when the first of them was opened; nothing is asked. */
export function neighboursOf(incidentId: Uuid, origin: Origin | undefined): Neighbours {
  const ids = origin?.ids ?? []
  const index = ids.indexOf(incidentId)
  return { previousId: ids[index - 1], nextId: index < 0 ? undefined : ids[index + 1] }
}
