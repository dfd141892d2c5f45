import { sql } from 'kysely'

/**
 * Columns to set in each change of an incident. `last_modified_at` becomes the current time, but at least 1 ms after the
 * previous value. The value rises with every change, so that a page sorted by it shows each change even if the clock was
 * set back.
 */
export const raiseVersion = {
  version: sql<number>`version + 1`,
  last_modified_at: sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`,
}
