import { sql, type RawBuilder } from 'kysely'

/**
 * Builds the SQL condition that a column equals one of the ids. A single id is compared with `=`, so that PostgreSQL
 * can read the rows in the order of an index.
 */
export const isOneOf = (column: RawBuilder<unknown>, ids: string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`

/** Returns a `like` pattern that matches every value that contains the text. `%` and `_` in the text are escaped. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
