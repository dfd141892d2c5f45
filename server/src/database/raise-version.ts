import { sql } from 'kysely'

/**
 * Columns to set in each change of an incident. `last_modified_at` becomes the current time, but at least 1 ms after
 * its previous value. The value therefore rises with every change, even if the clock was set back, and a page sorted by
 * it shows each change.
 *
 * The milliseconds are added in UTC, because `timestamptz + interval` depends on the time zone of the session. A cluster
 * rejects an UPDATE in which such an expression reads a column.
 */
export const raiseVersion = {
  version: sql<number>`version + 1`,
  last_modified_at: sql<string>`greatest(now(), (last_modified_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`,
}
