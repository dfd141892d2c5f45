import { sql } from 'kysely'

/**
 * SQL expression for a new `last_modified_at`: the current time, but at least 1 ms after the previous value. The value
 * must change with each modification, because editors of an incident recognize a version of the incident by
 * `last_modified_at`.
 */
export const nextLastModifiedAt = sql<string>`greatest(now(), last_modified_at + interval '1 millisecond')`
