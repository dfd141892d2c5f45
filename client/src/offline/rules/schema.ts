import { escapePointer } from '@tocsin/contract/json-pointer.ts'
import { isUuid, parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Violation, ViolationCode } from '../../generated/resources.ts'

/** A JSON Schema, with the keywords that the request bodies of the API use. */
export interface Schema {
  type: string | string[]
  format?: string
  enum?: string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  maxItems?: number
  uniqueItems?: boolean
}

/**
 * Checks a JSON body against its schema. The server makes the same check before all other checks.
 * @returns every violation, each with a JSON Pointer into the body.
 */
export const checkBody = (schema: Schema, body: unknown): Violation[] => [
  ...checkTexts(body, ''),
  ...checkShape(schema, body, ''),
]

function checkTexts(value: unknown, pointer: string): Violation[] {
  // The server cannot store NUL or lone surrogates, so every text is checked, even in unknown fields. The check uses a
  // regular expression, because some supported browsers lack `String.isWellFormed`.
  if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)) {
    return [violationAt(pointer, 'invalid_text', 'must not contain NUL or half of a surrogate pair')]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => checkTexts(item, below(pointer, name)))
}

const below = (pointer: string, name: string): string => `${pointer}/${escapePointer(name)}`

function checkShape(schema: Schema, value: unknown, pointer: string): Violation[] {
  const mistyped = checkType(schema, value)
  const violations = mistyped.length > 0 ? mistyped : checkValue(schema, value)
  const found = violations.map(([code, message]) => violationAt(pointer, code, message))
  if (Array.isArray(value) && allows(schema, 'array')) return [...found, ...checkItems(schema, value, pointer)]
  if (isObject(value) && allows(schema, 'object')) return [...found, ...checkProperties(schema, value, pointer)]
  return found
}

type CodeAndMessage = [ViolationCode, string]

const allows = ({ type }: Schema, name: string): boolean => [type].flat().includes(name)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkType(schema: Schema, value: unknown): CodeAndMessage[] {
  const isInteger = Number.isInteger(value) && allows(schema, 'integer')
  return isInteger || allows(schema, typeNameOf(value))
    ? []
    : [['wrong_type', `must be ${[schema.type].flat().join(' or ')}`]]
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function checkValue(schema: Schema, value: unknown): CodeAndMessage[] {
  const violations: CodeAndMessage[] = []
  if (schema.enum && !schema.enum.includes(value as string)) {
    violations.push(['not_allowed_value', `must be one of ${schema.enum.join(', ')}`])
  }
  if (typeof value === 'string') violations.push(...checkText(schema, value))
  if (typeof value === 'number') violations.push(...checkNumber(schema, value))
  if (Array.isArray(value) && value.length > (schema.maxItems ?? Infinity)) {
    violations.push(['too_long', `must have at most ${schema.maxItems} items`])
  }
  return violations
}

function checkText({ minLength = 0, maxLength, pattern, format }: Schema, text: string): CodeAndMessage[] {
  const violations: CodeAndMessage[] = []
  if (text.length < minLength) violations.push(['too_short', 'must not be empty'])
  // JSON Schema counts code points, whereas `length` counts UTF-16 code units.
  if (maxLength !== undefined && [...text].length > maxLength) {
    violations.push(['too_long', `must be at most ${maxLength} characters long`])
  }
  // The only pattern in these schemas requires a character that is not white space.
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    violations.push(['invalid_format', 'must not be blank'])
  }
  if (format === 'uuid' && !isUuid(text)) violations.push(['invalid_format', 'must be a UUID'])
  if (format === 'date-time' && !parseInstant(text)) {
    violations.push([
      'invalid_format',
      'needs a day that exists, a time with seconds and an offset, such as 2026-03-01T08:30:00+01:00',
    ])
  }
  return violations
}

function checkNumber({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): CodeAndMessage[] {
  if (value < minimum) return [['out_of_range', `must be at least ${minimum}`]]
  return value > maximum ? [['out_of_range', `must be at most ${maximum}`]] : []
}

function checkItems({ items, uniqueItems }: Schema, values: unknown[], pointer: string): Violation[] {
  const found = values.flatMap((value, index) => (items ? checkShape(items, value, `${pointer}/${index}`) : []))
  const repeated = uniqueItems ? repeatedIndexes(values) : []
  return [
    ...found,
    ...repeated.map((index) => violationAt(`${pointer}/${index}`, 'not_unique', 'repeats an earlier item')),
  ]
}

function repeatedIndexes(values: unknown[]): number[] {
  const seen = new Set()
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index]
    seen.add(value)
    return []
  })
}

function checkProperties(schema: Schema, value: Record<string, unknown>, pointer: string): Violation[] {
  const properties = schema.properties ?? {}
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => violationAt(`${pointer}/${name}`, 'required', 'is required')),
    ...Object.entries(value).flatMap(([name, item]) => {
      const place = below(pointer, name)
      if (Object.hasOwn(properties, name)) return checkShape(properties[name]!, item, place)
      return [violationAt(place, 'field_not_allowed', 'is not a field that may be sent')]
    }),
  ]
}

const violationAt = (pointer: string, code: ViolationCode, sentence: string): Violation => ({
  pointer,
  code,
  message: `${nameOf(pointer)} ${sentence}.`,
})

function nameOf(pointer: string): string {
  if (pointer === '') return 'The body'
  // The name of a member may be the empty string. Show this name in quotes.
  return pointer.slice(1) || '""'
}
