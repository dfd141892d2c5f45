import { isSame } from '../../../api/is-same.ts'
import { mergeEntries, mergeValue } from '../../../merge/three-way.ts'
import type { Configuration } from '../../fields.ts'
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
    mergeEntries(pick(base), pick(mine), pick(theirs), {
      merge(was, here, there) {
        let isCollision = false
        const merged = mergeObject(was ?? {}, here, there, () => (isCollision = true)) as Item
        if (isCollision) collisions.push({ list, name: here.name })
        return merged
      },
      // Whoever changed what the other removed collides with them.
      mergeRemoved(was, kept, isMine) {
        if (isSame(was, kept)) return undefined
        collisions.push({ list, name: kept.name })
        return isMine ? kept : undefined
      },
    })

  const types = mergeList('types', (draft) => draft.types)
  const content: Configuration = {
    types,
    // With a Type that one of them removed go the Categories that the other added to it.
    categories: mergeList('categories', (draft) => draft.categories).filter(({ typeId }) =>
      types.some(({ id }) => id === typeId),
    ),
    profiles: mergeList('profiles', (draft) => draft.profiles),
    defaultProfileId: mergeValue(base.defaultProfileId, mine.defaultProfileId, theirs.defaultProfileId, () =>
      collisions.push({
        list: 'defaultProfile',
        name: mine.profiles.find(({ id }) => id === mine.defaultProfileId)?.name ?? '',
      }),
    ),
  }
  return { content, collisions }
}

/** The rules of a profile are merged one by one. */
function mergeObject(base: object, mine: object, theirs: object, collide: () => void): object {
  const was: Record<string, unknown> = { ...base }
  const here: Record<string, unknown> = { ...mine }
  const there: Record<string, unknown> = { ...theirs }
  const keys = new Set([...Object.keys(there), ...Object.keys(here)])
  const merged = [...keys].map((key) => {
    const [from, own, other] = [was[key], here[key], there[key]]
    const value =
      key === 'fields'
        ? mergeObject(from ?? {}, own as object, other as object, collide)
        : mergeValue(from, own, other, collide)
    return [key, value] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}
