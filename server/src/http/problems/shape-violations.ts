import { idempotencyKeyPattern } from '@tocsin/contract/api/idempotency-key.ts'
import { violationsMaximum } from '@tocsin/contract/limits.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { emailPattern } from '@tocsin/contract/console/session.ts'
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { violationAt } from '../../problem.ts'
import { ifMatchPattern } from '../responses/if-match.ts'
import { pointerStep } from './pointer-step.ts'

/** Error for a request that does not match its schemas. Fastify throws the error or attaches it to the request. */
export interface ValidationError extends Error {
  validation?: FastifySchemaValidationError[]
}

/**
 * Returns all violations in the shape of a request: those that the parser of the body has found, and those of the
 * schemas.
 */
export function shapeViolations(
  request: FastifyRequest,
  error: ValidationError | undefined = request.validationError,
): Violation[] {
  if (!error?.validation) return request.valueViolations
  return [...request.valueViolations, ...checkedParts.flatMap((part) => violationsIn(request, part))]
}

const checkedParts = ['params', 'body', 'headers'] as const

/**
 * Returns the violations in one part of a request. Validates the part again, because Fastify stops at the first invalid
 * part of a request.
 */
function violationsIn(request: FastifyRequest, part: (typeof checkedParts)[number]): Violation[] {
  const check = request.getValidationFunction(part)
  if (!check || check(request[part] ?? null)) return []
  if (part === 'body' && request.body === undefined) return [violationAt('', 'wrong_type', 'The body is missing.')]
  return asViolations(check.errors ?? [], part)
}

/**
 * Converts the errors of the schema validator to violations.
 * @param context part of the request that contains the invalid value.
 */
export const asViolations = (errors: FastifySchemaValidationError[], context: string): Violation[] =>
  withoutDuplicates(errors).map((error, index) =>
    index < violationsMaximum ? asViolation(error, context) : unlisted(error),
  )

/**
 * Makes a violation that the problem counts but does not list, because the list is full. Its default message is never
 * shown.
 */
const unlisted = ({ instancePath, keyword }: FastifySchemaValidationError): Violation =>
  violationAt(instancePath, codeOf(keyword))

/** Drops the `enum` error of a value that also has the wrong type. */
function withoutDuplicates(errors: FastifySchemaValidationError[]): FastifySchemaValidationError[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  return errors.filter(({ keyword, instancePath }) => keyword !== 'enum' || !mistyped.has(instancePath))
}

const codeOfKeyword: Record<string, ViolationCode> = {
  required: 'required',
  minProperties: 'required',
  additionalProperties: 'field_not_allowed',
  type: 'wrong_type',
  format: 'invalid_format',
  pattern: 'invalid_format',
  minLength: 'too_short',
  minItems: 'too_short',
  maxLength: 'too_long',
  maxItems: 'too_long',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  uniqueItems: 'not_unique',
}

const codeOf = (keyword: string): ViolationCode => codeOfKeyword[keyword] ?? 'not_allowed_value'

/**
 * Converts an error of the schema validator to a violation, as the API returns it.
 * @param context part of the request that contains the invalid value. For a value in the body, the `pointer` of the
 *   violation is a JSON Pointer. For any other value, the `parameter` of the violation is the name of the path
 *   parameter or header.
 */
export function asViolation(error: FastifySchemaValidationError, context = 'body'): Violation {
  const code = codeOf(error.keyword)
  const pointer = error.instancePath + placeBelow(error)
  // Show an empty field name as two quotation marks.
  const place = pointer ? pointer.slice(1) || '""' : `The ${context}`
  const message = sentenceAbout(place, error)
  return context === 'body' ? violationAt(pointer, code, message) : { parameter: pointer.slice(1), code, message }
}

function placeBelow({ keyword, params }: FastifySchemaValidationError): string {
  const property = keyword === 'required' ? params.missingProperty : params.additionalProperty
  if (typeof property === 'string') return `/${pointerStep(property)}`
  return keyword === 'uniqueItems' ? `/${Number(params.index)}` : ''
}

function sentenceAbout(name: string, { keyword, params }: FastifySchemaValidationError): string {
  return `${name} ${sentences[keyword]?.(params as unknown as Demand) ?? 'is not allowed'}.`
}

/** Parameters of a schema error. Each JSON Schema keyword sets only some of them. */
interface Demand {
  type: string | string[]
  allowedValues: unknown[]
  allowedValue: unknown
  format: string
  pattern: string
  limit: number
}

/**
 * Messages without the name of the field, keyed by JSON Schema keyword. The validation in the client package uses the
 * same messages, except for wrong types.
 */
const sentences: Record<string, (demand: Demand) => string> = {
  required: () => 'is required',
  minProperties: () => 'needs at least one field',
  additionalProperties: () => 'is not a field that may be sent',
  type: ({ type }) => `must be ${[type].flat().map(nameOfType).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  anyOf: () => 'has none of the forms that are allowed',
  format: ({ format }) => formatSentences[format] ?? 'does not have the form that it needs',
  pattern: ({ pattern }) => patternSentences[pattern] ?? 'does not have the form that it needs',
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`),
  maxLength: ({ limit }) => `must be at most ${limit} characters long`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: ({ limit }) => `must have at most ${limit} items`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  uniqueItems: () => 'repeats an earlier item',
}

const nameOfType = (type: string): string => typeNames[type] ?? type

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formatSentences: Record<string, string> = {
  uuid: 'must be a UUID',
  'date-time': 'needs a day that exists, a time with seconds and an offset, such as 2026-03-01T08:30:00+01:00',
}

const patternSentences: Record<string, string> = {
  '\\S': 'must not be blank',
  '^[1-9][0-9]*$': 'must be a whole number, 1 or more',
  [idempotencyKeyPattern]: 'must be 1 to 255 visible ASCII characters',
  [ifMatchPattern]: 'must be an ETag in double quotes, such as "3", several separated by commas, or *',
  [emailPattern]: 'must be an email address',
}
