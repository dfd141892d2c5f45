import { sql } from 'kysely'

/**
 * Columns to set in each change of an incident. `last_modified_at` becomes the current time, but at least 1 ms after
 * its previous value. The value therefore rises with every change, even if the clock was set back, and a client that
 * polls a list sorted by `last_modified_at` receives every change.
 *
 * The millisecond is added in UTC, because the result of `timestamptz + interval` depends on the time zone of the
 * session. A cluster therefore rejects an UPDATE in which that expression reads a column.
 */
export const raiseVersion = {
  version: sql<number>`version + 1`,
  last_modified_at: sql<string>`greatest(now(), (last_modified_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`,
}
