import { isSame } from '../../api/is-same.ts'
import type { Configuration } from '../fields.ts'
import { isSameOrder } from '../is-same-order.ts'
import type { EntryList } from './change-draft.ts'

/** Something that two administrators made different things of. */
export interface Collision {
  list: EntryList | 'defaultProfile'
  /** As it is called on this screen. */
  name: string
}

interface Entry {
  id: string
  name: string
}

/**
 * Brings together what two administrators made of the same draft: what only one of them changed is as that one has it,
 * down to single field rules; what both changed is as `mine` has it, and told as a collision.
 * @param base what both began with.
 */
export function mergeDrafts(
  base: Configuration,
  mine: Configuration,
  theirs: Configuration,
): { content: Configuration; collisions: Collision[] } {
  const collisions: Collision[] = []
  const mergeList = <Item extends Entry>(list: EntryList, pick: (draft: Configuration) => Item[]): Item[] =>
    mergeEntries(pick(base), pick(mine), pick(theirs), (name) => collisions.push({ list, name }))

  const types = mergeList('types', (draft) => draft.types)
  const content: Configuration = {
    types,
    // With a Type that one of them removed go the Categories that the other added to it.
    categories: mergeList('categories', (draft) => draft.categories).filter(({ typeId }) =>
      types.some(({ id }) => id === typeId),
    ),
    profiles: mergeList('profiles', (draft) => draft.profiles),
    defaultProfileId: mergeValue(base.defaultProfileId, mine.defaultProfileId, theirs.defaultProfileId, (id) =>
      collisions.push({ list: 'defaultProfile', name: mine.profiles.find((profile) => profile.id === id)?.name ?? '' }),
    ),
  }
  return { content, collisions }
}

function mergeEntries<Item extends Entry>(
  base: Item[],
  mine: Item[],
  theirs: Item[],
  collide: (name: string) => void,
): Item[] {
  const [before, own, other] = [base, mine, theirs].map((list) => new Map(list.map((entry) => [entry.id, entry])))
  return [...orderOf(base, mine, theirs)].flatMap((id) => {
    const [was, here, there] = [before!.get(id), own!.get(id), other!.get(id)]
    if (!here || !there) return keepOrRemove(was, here, there, collide)
    let isCollision = false
    const merged = mergeObject(was ?? {}, here, there, () => (isCollision = true)) as Item
    if (isCollision) collide(here.name)
    return [merged]
  })
}

/** Added or removed by one of the two; whoever changed what the other removed collides with them. */
function keepOrRemove<Item extends Entry>(
  was: Item | undefined,
  here: Item | undefined,
  there: Item | undefined,
  collide: (name: string) => void,
): Item[] {
  const kept = here ?? there
  if (!was || !kept) return kept ? [kept] : []
  const isChanged = !isSame(was, kept)
  if (isChanged) collide(kept.name)
  return isChanged && here ? [here] : []
}

/** My order where I changed it, else theirs; what the other added comes last. */
function orderOf(base: Entry[], mine: Entry[], theirs: Entry[]): Set<string> {
  const ids = (list: Entry[]) => list.map(({ id }) => id)
  return new Set(!isSameOrder(base, mine) ? [...ids(mine), ...ids(theirs)] : [...ids(theirs), ...ids(mine)])
}

function mergeObject(base: object, mine: object, theirs: object, collide: () => void): object {
  const [was, here, there] = [base, mine, theirs] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(there!), ...Object.keys(here!)])
  const merged = [...keys].map((key) => {
    const [from, own, other] = [was![key], here![key], there![key]]
    // The rules of a profile are merged one by one.
    const value =
      key === 'fields'
        ? mergeObject(from ?? {}, own as object, other as object, collide)
        : mergeValue(from, own, other, collide)
    return [key, value] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function mergeValue<Value>(base: Value, mine: Value, theirs: Value, collide: (mine: Value) => void): Value {
  if (isSame(mine, base)) return theirs
  if (!isSame(theirs, base) && !isSame(mine, theirs)) collide(mine)
  return mine
}
