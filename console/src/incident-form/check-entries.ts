import { businessFields, type BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { nameMaxLength, tagMaxLength } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { incidentFormTexts } from '../texts/incident-form.ts'
import { instantOf } from '../texts/local-time.ts'
import { violationTexts } from '../texts/violations.ts'
import { numberOf, type Entries } from './entries.ts'

const texts = incidentFormTexts.shape

/** Error text by field. */
export type FieldErrors = Partial<Record<BusinessField, string>>

/**
 * Checks what the request schema checks on the server: lengths of texts, numbers and times. `checkCreation` and
 * `checkEdit` check the profile's rules.
 */
export function checkEntries({ name, tags, latitude, longitude, occurredAt }: Entries): FieldErrors {
  return withoutNothing({
    name: lengthOf(name) > nameMaxLength ? texts.tooLong(nameMaxLength) : undefined,
    tags: tags?.some((tag) => lengthOf(tag) > tagMaxLength) ? texts.tooLong(tagMaxLength) : undefined,
    latitude: checkNumber(latitude, 90, texts.latitude),
    longitude: checkNumber(longitude, 180, texts.longitude),
    occurredAt: occurredAt && !instantOf(occurredAt) ? texts.instant : undefined,
  })
}

/** Returns the text of each field's first violation: the console's, else that of the rules. */
export function textsOf(violations: readonly Violation[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const violation of violations) {
    const field = fieldOf(violation)
    if (field) errors[field] ??= violationTexts[violation.code] ?? violation.message
  }
  return errors
}

/** Returns true if all violations of a problem are shown at fields. */
export const isOfFields = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.violations.length > 0 && error.violations.every(fieldOf)

const fieldOf = ({ pointer = '' }: Violation): BusinessField | undefined =>
  businessFields.find((field) => pointer.split('/', 2)[1] === field)

/** Returns the length in Unicode code points, as the server counts. */
const lengthOf = (text = ''): number => [...text].length

function checkNumber(text: string | undefined, largest: number, outOfRange: string): string | undefined {
  if (!text) return undefined
  const number = numberOf(text)
  if (number === undefined) return texts.number
  return Math.abs(number) > largest ? outOfRange : undefined
}

const withoutNothing = (errors: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
