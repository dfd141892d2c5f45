import { sql, type RawBuilder } from 'kysely'

/** A single value is compared with `=`, so that an index can deliver its rows in order. */
export const isOneOf = (column: RawBuilder<unknown>, ids: string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`

/** Returns a pattern of `like` that matches the text at any position, with `%` and `_` taken literally. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
