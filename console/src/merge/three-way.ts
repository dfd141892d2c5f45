import { isSame } from '../api/is-same.ts'

interface Entry {
  id: string
}

interface EntryRules<Item> {
  /** Merges the two versions of an entry that both sides have. `base` is undefined if both sides added the entry. */
  merge: (base: Item | undefined, mine: Item, theirs: Item) => Item
  /**
   * Called for an entry that only one side removed. Returns the merged entry, or undefined to remove the entry. Without
   * this function, the entry is removed.
   * @param remaining version of the entry on the side that did not remove it.
   * @param isMine true if `remaining` is from `mine`.
   */
  mergeRemoved?: (base: Item, remaining: Item, isMine: boolean) => Item | undefined
}

/**
 * Merges two edited versions of one list.
 * @param base list before the edits.
 * @returns the merged entries, in the order of `mine` if `mine` changed the order, else in the order of `theirs`. An
 *   entry that only the other list contains is inserted in front of its successor in that list.
 */
export function mergeEntries<Item extends Entry>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  { merge, mergeRemoved = () => undefined }: EntryRules<Item>,
): Item[] {
  const [baseEntries, myEntries, theirEntries] = [byId(base), byId(mine), byId(theirs)]
  return orderOf(base, mine, theirs).flatMap((id) => {
    const original = baseEntries.get(id)
    const myEntry = myEntries.get(id)
    const theirEntry = theirEntries.get(id)
    if (myEntry && theirEntry) return [merge(original, myEntry, theirEntry)]
    const remaining = myEntry ?? theirEntry
    const merged = original && remaining ? mergeRemoved(original, remaining, remaining === myEntry) : remaining
    return merged ? [merged] : []
  })
}

const byId = <Item extends Entry>(list: readonly Item[]) => new Map(list.map((entry) => [entry.id, entry]))

function orderOf(base: readonly Entry[], mine: readonly Entry[], theirs: readonly Entry[]): string[] {
  const [first, second] = isSameOrder(base, mine) ? [theirs, mine] : [mine, theirs]
  const ids = [...new Set(first.map(({ id }) => id))]
  let next = ids.length
  for (const { id } of second.toReversed()) {
    const index = ids.indexOf(id)
    if (index === -1) ids.splice(next, 0, id)
    else next = index
  }
  return ids
}

/**
 * Merges one value. Returns `theirs` if `mine` is unchanged, else `mine`.
 * @param collide called if both sides changed the value to different values.
 */
export function mergeValue<Value>(
  base: Value | undefined,
  mine: Value,
  theirs: Value,
  collide: () => void = () => {},
): Value {
  if (isSame(mine, base)) return theirs
  if (!isSame(theirs, base) && !isSame(mine, theirs)) collide()
  return mine
}

/** Returns true if the entries that both lists contain are in the same order in both lists. */
export const isSameOrder = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  isSame(idsIn(one, other), idsIn(other, one))

/** Returns the ids of the entries of `list` that `other` contains too, in the order of `list`. */
function idsIn(list: readonly Entry[], other: readonly Entry[]): string[] {
  const known = new Set(other.map(({ id }) => id))
  return list.flatMap(({ id }) => (known.has(id) ? [id] : []))
}
