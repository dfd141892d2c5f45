import { isDeepStrictEqual } from 'node:util'

/**
 * Compares two states of an object.
 * @returns the old and the new value of each changed field, keyed by field; undefined if nothing has changed.
 */
export function changesBetween<Entry extends object>(
  before: Entry,
  after: Entry,
): Record<string, [unknown, unknown]> | undefined {
  const changes = (Object.keys(before) as (keyof Entry & string)[])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]])
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}
