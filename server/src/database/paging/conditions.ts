import { sql, type RawBuilder } from 'kysely'

/** Matches any of the ids. Compares a single id with `=`, so that an index can return its rows in order. */
export const isOneOf = (column: RawBuilder<unknown>, ids: string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`

/** Returns a pattern of `like` that matches the text at any position, with `%` and `_` taken literally. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
