import { violationsMaximum } from '@tocsin/contract/limits.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { violationAt } from '../../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'
import { pointerStep } from '../problems/pointer-step.ts'

/**
 * Finds values that schemas cannot reject: texts that cannot be stored, and numbers that are not finite.
 * @param violations receives a violation for each of these values.
 */
export function findValueViolations(document: unknown, violations: Violation[]): void {
  search(document, { violations, path: [] })
}

interface Search {
  violations: Violation[]
  /**
   * Keys from the document down to the current object or array. A JSON Pointer is built from them only for a violation.
   */
  path: (string | number)[]
}

function search(value: unknown, found: Search): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) report('invalid_text', found)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) report('number_not_finite', found)
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) searchBelow(index, value[index], found)
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) searchBelow(key, (value as Record<string, unknown>)[key], found)
  }
}

function searchBelow(key: string | number, value: unknown, found: Search): void {
  found.path.push(key)
  search(value, found)
  found.path.pop()
}

/**
 * Adds a violation. A problem lists only the first violations and counts the others. The pointer of a violation that is
 * only counted is short: it ends at the item of a batch.
 */
function report(code: ViolationCode, { violations, path }: Search): void {
  violations.push(violationAt(violations.length < violationsMaximum ? pointerOf(path) : itemOf(path), code))
}

const itemOf = ([list, index]: (string | number)[]): string =>
  list === 'items' && typeof index === 'number' ? `/items/${index}` : ''

const pointerOf = (path: (string | number)[]): string => path.map((key) => `/${pointerStep(String(key))}`).join('')
