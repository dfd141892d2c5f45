import type { Database } from '../database/open.ts'
import { beginEpoch } from './position-queries.ts'

/** Begins a new epoch of the feeds of all organizations, so that their followers read everything again. */
export const beginNewEpoch = async (database: Database): Promise<void> => {
  await beginEpoch(database)
}
