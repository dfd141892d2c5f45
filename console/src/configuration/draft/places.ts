import type { Violation } from '@tocsin/contract/problem.ts'
import type { Configuration, Field } from '../fields.ts'
import type { EntryList } from './change-draft.ts'

/** Where in the editor something is edited: the id of its control, which outlives that the entry moves. */
export type Place = string

export const placeOf = (list: EntryList, id: string, property: string): Place => `${list}-${id}-${property}`
export const fieldPlace = (profileId: string, field: Field): Place => placeOf('profiles', profileId, field)
export const defaultProfilePlace: Place = 'default-profile'

/** A violation with the place that it is about. */
export interface PlacedViolation {
  violation: Violation
  place: Place
  list: EntryList | null
  /** Of the Type, Category or profile. */
  entryId: string | null
  property: string
}

/**
 * Finds the places that violations are about; several of one place count once.
 * @param content the draft that was checked: pointers count its entries, which may have moved since.
 */
export function placeViolations(content: Configuration, violations: readonly Violation[]): PlacedViolation[] {
  const placed = new Map<Place, PlacedViolation>()
  for (const violation of violations) {
    const found = locate(content, violation)
    if (!placed.has(found.place)) placed.set(found.place, found)
  }
  return [...placed.values()]
}

function locate(content: Configuration, violation: Violation): PlacedViolation {
  const [list, index, ...rest] = (violation.pointer ?? '').split('/').slice(1)
  const entry = isList(list) ? content[list][Number(index)] : undefined
  if (!isList(list) || !entry) {
    return { violation, place: defaultProfilePlace, list: null, entryId: null, property: 'defaultProfileId' }
  }
  const property = (rest[0] === 'fields' ? rest[1] : rest[0]) ?? 'name'
  return { violation, place: placeOf(list, entry.id, property), list, entryId: entry.id, property }
}

const isList = (name: string | undefined): name is EntryList =>
  name === 'types' || name === 'categories' || name === 'profiles'

/** Brings the keyboard to a control, once it is drawn. */
export function focusPlace(place: Place): void {
  requestAnimationFrame(() => document.getElementById(place)?.focus())
}
