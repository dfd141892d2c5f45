import { sql, type RawBuilder } from 'kysely'

/** A single value is compared with `=`, so that an index can deliver its rows in order. */
export const isOneOf = (column: RawBuilder<unknown>, ids: string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`

/** The pattern of `like` that finds a text anywhere, its `%` and `_` taken literally. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
