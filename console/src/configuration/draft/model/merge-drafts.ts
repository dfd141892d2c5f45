import { isSame } from '../../../api/is-same.ts'
import { mergeEntries, mergeValue } from '../../../merge/three-way.ts'
import type { Configuration } from '../../fields.ts'
import type { EntryList } from './change-draft.ts'

/** A type, category, profile or choice of the default profile that two administrators changed differently. */
export interface Collision {
  list: EntryList | 'defaultProfile'
  /**
   * Name of the entry or default profile in this user's draft. If this user removed the entry, `name` is the entry's
   * name in the other draft.
   */
  name: string
}

interface Entry {
  id: string
  name: string
}

/**
 * Merges two administrators' versions of one draft, down to single field rules. A change that only one of them made is
 * kept. If both changed the same property, the value of `mine` wins and the result lists a collision.
 * @param base the draft from which both administrators started.
 */
export function mergeDrafts(
  base: Configuration,
  mine: Configuration,
  theirs: Configuration,
): { content: Configuration; collisions: Collision[] } {
  const collisions: Collision[] = []
  const mergeList = <Item extends Entry>(list: EntryList, pick: (draft: Configuration) => Item[]): Item[] =>
    mergeEntries(pick(base), pick(mine), pick(theirs), {
      merge(original, myEntry, theirEntry) {
        let isCollision = false
        const merged = mergeObject(original ?? {}, myEntry, theirEntry, () => (isCollision = true)) as Item
        if (isCollision) collisions.push({ list, name: myEntry.name })
        return merged
      },
      // Report a collision if one side changed an entry that the other side removed.
      mergeRemoved(original, remaining, isMine) {
        if (isSame(original, remaining)) return undefined
        collisions.push({ list, name: remaining.name })
        return isMine ? remaining : undefined
      },
    })

  const types = mergeList('types', (draft) => draft.types)
  const content: Configuration = {
    types,
    // Drop categories that one side added to a type that the other side removed.
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

/** Merges an object property by property. The rules in the property `fields` of a profile are merged one by one. */
function mergeObject(base: object, mine: object, theirs: object, collide: () => void): object {
  const baseValues: Record<string, unknown> = { ...base }
  const myValues: Record<string, unknown> = { ...mine }
  const theirValues: Record<string, unknown> = { ...theirs }
  const keys = new Set([...Object.keys(theirValues), ...Object.keys(myValues)])
  const merged = [...keys].map((key) => {
    const [original, myValue, theirValue] = [baseValues[key], myValues[key], theirValues[key]]
    const value =
      key === 'fields'
        ? mergeObject(original ?? {}, myValue as object, theirValue as object, collide)
        : mergeValue(original, myValue, theirValue, collide)
    return [key, value] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}
