import { sql } from 'kysely'

/**
 * Columns to set in each change of an incident. `last_modified_at` becomes the current time, but at least 1 ms after
 * its previous value. Every change therefore raises the value, even if the clock was set back. A client that polls a
 * list sorted by `last_modified_at` receives every change.
 *
 * The millisecond is added in UTC. Adding an interval to a `timestamptz` depends on the time zone of the session, so a
 * cluster rejects an UPDATE that adds an interval to a `timestamptz` column.
 */
export const raiseVersion = {
  version: sql<number>`version + 1`,
  last_modified_at: sql<string>`greatest(now(), (last_modified_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`,
}
