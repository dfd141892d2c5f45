import { sql } from 'kysely'

/** Never the same as before, nor earlier: whoever edits an Incident says by this instant what they have seen of it. */
export const nextLastModifiedAt = sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`
