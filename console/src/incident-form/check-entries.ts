import { businessFields, type BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { nameMaxLength, tagMaxLength } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { incidentFormTexts, requiredTexts } from '../texts/incident-form.ts'
import { instantOf } from '../texts/local-time.ts'
import { violationTexts } from '../texts/violations.ts'
import { numberOf, type Entries } from './entries.ts'

const texts = incidentFormTexts.shape

/** Error texts, keyed by the field that has the error. */
export type FieldErrors = Partial<Record<BusinessField, string>>

/**
 * Checks the lengths of texts and the formats of numbers and times, like the request schema of the server.
 * `checkCreation` and `checkEdit` check the rules of the profile.
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

/**
 * Returns the first violation of each field as text: the console's text for the violation code, else the violation's
 * message.
 */
export function textsOf(violations: readonly Violation[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const violation of violations) {
    const field = fieldOf(violation)
    if (field) errors[field] ??= textOf(field, violation)
  }
  return errors
}

const textOf = (field: BusinessField, { code, message }: Violation): string =>
  code === 'required' ? requiredTexts[field] : (violationTexts[code] ?? message)

/**
 * Returns true if the error has violations and the form can show all of them, because each belongs to an incident
 * field.
 */
export const isOfFields = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.violations.length > 0 && error.violations.every(fieldOf)

const fieldOf = ({ pointer = '' }: Violation): BusinessField | undefined =>
  businessFields.find((field) => pointer.split('/', 2)[1] === field)

/** Returns the length in Unicode code points. The server counts in this unit too. */
const lengthOf = (text = ''): number => [...text].length

function checkNumber(text: string | undefined, largest: number, outOfRange: string): string | undefined {
  if (!text) return undefined
  const number = numberOf(text)
  if (number === undefined) return texts.number
  return Math.abs(number) > largest ? outOfRange : undefined
}

const withoutNothing = (errors: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
