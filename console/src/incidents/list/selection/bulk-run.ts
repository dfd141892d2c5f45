import type { LeftIncident } from '@tocsin/contract/console/bulk-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { BulkRequest } from './run-bulk.ts'

/** Bulk change with the texts and names for its messages. */
export interface BulkRun {
  request: BulkRequest
  /** Progress as a text. `total` is undefined until it is known. */
  progress: (done: number, total: number | undefined) => string
  /** Outcome as a sentence without a full stop. @param amount number of incidents as a text. */
  describe: (amount: string) => string
  /** False if the workflow would not let the moved incidents move back. */
  isUndoable: boolean
  /**
   * Names of the selected incidents, for messages about incidents that somebody deletes before the bulk change reaches
   * them.
   */
  names: ReadonlyMap<Uuid, string | null>
}

/** Incidents that a bulk change did not change, with a hint for the user. */
export interface LeftReport {
  incidents: readonly LeftIncident[]
  hint: string
}
