import { isSame } from '../../../api/is-same.ts'
import { mergeEntries, mergeValue } from '../../../merge/three-way.ts'
import type { Configuration } from '../../fields.ts'
import type { EntryList } from './change-draft.ts'

/** An entry or field that two administrators changed differently. */
export interface Collision {
  list: EntryList | 'defaultProfile'
  /** Name in this user's draft. */
  name: string
}

interface Entry {
  id: string
  name: string
}

/**
 * Merges two administrators' versions of one draft, down to single field rules. Changes of one side are kept. Where both
 * changed the same thing, `mine` wins and the result lists a collision.
 * @param base the draft that both started with.
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
      // An entry changed by one side and removed by the other is a collision.
      mergeRemoved(was, kept, isMine) {
        if (isSame(was, kept)) return undefined
        collisions.push({ list, name: kept.name })
        return isMine ? kept : undefined
      },
    })

  const types = mergeList('types', (draft) => draft.types)
  const content: Configuration = {
    types,
    // Drop categories added to a type that the other side removed.
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

/** Merges the rules of a profile one by one. */
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
