import { isSame } from '../api/is-same.ts'

interface Entry {
  id: string
}

interface EntryRules<Item> {
  /** Merges an entry that both lists contain. `base` is undefined if both added it. */
  merge: (base: Item | undefined, mine: Item, theirs: Item) => Item
  /** Decides about an entry that only one of the two removed. By default it is removed. */
  mergeRemoved?: (base: Item, kept: Item, isMine: boolean) => Item | undefined
}

/**
 * Merges the edits of two people to a list.
 * @param base list that both started from.
 * @returns the entries in my order if I changed the order, else in theirs. An entry added by the other person stays before
 *   the entry it preceded there.
 */
export function mergeEntries<Item extends Entry>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  { merge, mergeRemoved = () => undefined }: EntryRules<Item>,
): Item[] {
  const before = byId(base)
  const here = byId(mine)
  const there = byId(theirs)
  return orderOf(base, mine, theirs).flatMap((id) => {
    const original = before.get(id)
    const ours = here.get(id)
    const other = there.get(id)
    if (ours && other) return [merge(original, ours, other)]
    const kept = ours ?? other
    const merged = original && kept ? mergeRemoved(original, kept, kept === ours) : kept
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
 * Merges one value. Mine wins unless only they changed it.
 * @param collide called if both changed it to different values.
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

/** Checks whether the entries common to both lists have the same order. */
export const isSameOrder = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  isSame(idsIn(one, other), idsIn(other, one))

/** Returns the ids of the entries that the other list contains too, in this list's order. */
function idsIn(list: readonly Entry[], other: readonly Entry[]): string[] {
  const known = new Set(other.map(({ id }) => id))
  return list.flatMap(({ id }) => (known.has(id) ? [id] : []))
}
