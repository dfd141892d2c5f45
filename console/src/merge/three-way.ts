import { isSame } from '../api/is-same.ts'

interface Entry {
  id: string
}

interface EntryRules<Item> {
  /** What becomes of an entry that both have; `base` is undefined where both added it. */
  merge: (base: Item | undefined, mine: Item, theirs: Item) => Item
  /** What becomes of an entry that one of the two removed and the other kept: by default it is gone. */
  mergeRemoved?: (base: Item, kept: Item, isMine: boolean) => Item | undefined
}

/**
 * Brings together what two people made of a list.
 * @param base what both began with.
 * @returns the entries in my order where I changed it, else in theirs; what the other one added stands before what it
 *   stood before there.
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
    const was = before.get(id)
    const own = here.get(id)
    const other = there.get(id)
    if (own && other) return [merge(was, own, other)]
    const kept = own ?? other
    const remaining = was && kept ? mergeRemoved(was, kept, kept === own) : kept
    return remaining ? [remaining] : []
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
 * What becomes of a value: mine, unless only they changed it.
 * @param collide is called where both changed it, and not alike.
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

/** Whether the entries that both lists have stand in the same order. */
export const isSameOrder = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  isSame(idsIn(one, other), idsIn(other, one))

/** Of those that the other list has too. */
function idsIn(list: readonly Entry[], other: readonly Entry[]): string[] {
  const known = new Set(other.map(({ id }) => id))
  return list.flatMap(({ id }) => (known.has(id) ? [id] : []))
}
