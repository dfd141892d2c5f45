import { sql } from 'kysely'

/** Always later than before: an editor of an Incident names by this instant the version they have seen. */
export const nextLastModifiedAt = sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`
