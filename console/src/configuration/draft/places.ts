import type { Violation } from '@tocsin/contract/problem.ts'
import type { Configuration, Field } from '../fields.ts'
import type { EntryList } from './change-draft.ts'

/** Where in the editor something is edited: the id of its control, which outlives that the entry moves. */
export type Place = string

export const placeOf = (list: EntryList, id: string, property: string): Place => `${list}-${id}-${property}`
export const fieldPlace = (profileId: string, field: Field): Place => placeOf('profiles', profileId, `field-${field}`)
export const defaultProfilePlace: Place = 'default-profile'

/** A violation with the place that it is about. */
export interface PlacedViolation {
  violation: Violation
  place: Place
  list: EntryList | null
  /** Of the Type, Category or profile. */
  entryId: string | null
  /** Of the entry; undefined where it is about a field of a profile. */
  property?: string | undefined
  field?: Field | undefined
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
    return { violation, place: defaultProfilePlace, list: null, entryId: null }
  }
  const entryId = entry.id
  if (rest[0] === 'fields') {
    const field = rest[1] as Field
    return { violation, place: fieldPlace(entryId, field), list, entryId, field }
  }
  const property = rest[0] ?? 'name'
  return { violation, place: placeOf(list, entryId, property), list, entryId, property }
}

const isList = (name: string | undefined): name is EntryList =>
  name === 'types' || name === 'categories' || name === 'profiles'

/** Brings the keyboard to a control, which may have to be unfolded first. */
export function focusPlace(place: Place, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(place)
    if (control) control.focus()
    else if (framesLeft > 0) focusPlace(place, framesLeft - 1)
  })
}
