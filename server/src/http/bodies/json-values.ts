import { violationsMaximum } from '@tocsin/contract/limits.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { violationAt } from '../../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'
import { pointerStep } from '../problems/pointer-step.ts'

/** Finds the values of a document that no schema can name: texts that cannot be stored, numbers that are not finite. */
export function findValueViolations(document: unknown, violations: Violation[]): void {
  search(document, { violations, way: [] })
}

interface Search {
  violations: Violation[]
  /** Keys from the document down to the container that is searched; a pointer is only made where it is needed. */
  way: (string | number)[]
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
  found.way.push(key)
  search(value, found)
  found.way.pop()
}

/** A problem only counts the violations beyond its maximum, so those need no pointer. */
function report(code: ViolationCode, { violations, way }: Search): void {
  violations.push(violationAt(violations.length < violationsMaximum ? pointerOf(way) : '', code))
}

const pointerOf = (way: (string | number)[]): string => way.map((key) => `/${pointerStep(String(key))}`).join('')
