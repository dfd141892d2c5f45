import type { Database } from '../database/open.ts'
import { beginEpoch } from './position-queries.ts'

/** Begins a new epoch of the feeds of all organizations. Clients that follow a feed must then read everything again. */
export const beginNewEpoch = async (database: Database): Promise<void> => {
  await beginEpoch(database)
}
