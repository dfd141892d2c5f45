import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { Configuration, Field } from '../../fields.ts'
import type { EntryList } from './change-draft.ts'
import { controlIdOf, defaultProfileControlId, fieldControlId, type ControlId } from '../control-ids.ts'

/** A violation, and the form control where the user can correct it. */
export interface LocatedViolation {
  violation: Violation
  controlId: ControlId
  list: EntryList | null
  /** Id of the invalid type, category or profile; null if the choice of the default profile is invalid. */
  entryId: string | null
  /** Invalid property of the type, category or profile; undefined if a field rule is invalid. */
  property?: string | undefined
  field?: Field | undefined
}

/**
 * Finds the form control of each violation. Returns only the first violation of each control.
 * @param content the draft that the server checked. The violations point to list positions in this version of the
 *   draft.
 */
export function locateViolations(content: Configuration, violations: readonly Violation[]): LocatedViolation[] {
  const located = new Map<ControlId, LocatedViolation>()
  for (const violation of violations) {
    const found = locate(content, violation)
    if (!located.has(found.controlId)) located.set(found.controlId, found)
  }
  return [...located.values()]
}

function locate(content: Configuration, violation: Violation): LocatedViolation {
  const [list, index, ...rest] = (violation.pointer ?? '').split('/').slice(1)
  const entry = isList(list) ? content[list][Number(index)] : undefined
  if (!isList(list) || !entry) {
    return { violation, controlId: defaultProfileControlId, list: null, entryId: null }
  }
  const entryId = entry.id
  if (rest[0] === 'fields') {
    const field = rest[1] as Field
    return { violation, controlId: fieldControlId(entryId, field), list, entryId, field }
  }
  const property = rest[0] ?? 'name'
  return { violation, controlId: controlIdOf(list, entryId, property), list, entryId, property }
}

const isList = (name: string | undefined): name is EntryList =>
  name === 'types' || name === 'categories' || name === 'profiles'
