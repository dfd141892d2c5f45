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
      merge(was, here, there) {
        let isCollision = false
        const merged = mergeObject(was ?? {}, here, there, () => (isCollision = true)) as Item
        if (isCollision) collisions.push({ list, name: here.name })
        return merged
      },
      // Report a collision if one side changed an entry that the other side removed.
      mergeRemoved(was, changed, isMine) {
        if (isSame(was, changed)) return undefined
        collisions.push({ list, name: changed.name })
        return isMine ? changed : undefined
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
