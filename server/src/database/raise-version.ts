import { sql } from 'kysely'

/**
 * Columns to set in each change of an incident. `last_modified_at` becomes the current time, but at least 1 ms after
 * its previous value. The value therefore rises with every change, even if the clock was set back, and a page sorted by
 * it shows each change.
 */
export const raiseVersion = {
  version: sql<number>`version + 1`,
  last_modified_at: sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`,
}
