import { sql } from 'kysely'

/** Returns an instant after the current `last_modified_at`, because editors of an incident identify its version by it. */
export const nextLastModifiedAt = sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`
