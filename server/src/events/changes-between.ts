import { isDeepStrictEqual } from 'node:util'
import type { Changes } from '@tocsin/contract/events/changes.ts'

/**
 * Compares two states of an object.
 * @returns the old and the new value of each changed field, keyed by field; undefined if no field has changed.
 */
export function changesBetween<Entry extends object>(before: Entry, after: Entry): Changes<Entry> | undefined {
  const changes = (Object.keys(before) as (keyof Entry & string)[])
    // Compare with `===` first, which regards 0 and -0 as equal. The database stores both as 0, but `isDeepStrictEqual`
    // regards them as different.
    .filter((field) => before[field] !== after[field] && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => [field, [before[field], after[field]]])
  return changes.length > 0 ? (Object.fromEntries(changes) as Changes<Entry>) : undefined
}
