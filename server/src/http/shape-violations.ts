import { escapePointer } from '@tocsin/contract/json-pointer.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/problem.ts'
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { violationAt } from '../problem.ts'

/** What the framework throws, or attaches to the request, when a schema refuses a part of it. */
export interface ValidationError extends Error {
  validation?: FastifySchemaValidationError[]
}

/** Everything wrong with the shape of a request, whether a schema can name it or not. */
export function shapeViolations(
  request: FastifyRequest,
  error: ValidationError | undefined = request.validationError,
): Violation[] {
  if (!error?.validation) return request.valueViolations
  return [...request.valueViolations, ...checkedParts.flatMap((part) => faultsIn(request, part))]
}

const checkedParts = ['params', 'body', 'headers'] as const

/** The framework stops at the first part of a request that is wrong; so each is asked again. */
function faultsIn(request: FastifyRequest, part: (typeof checkedParts)[number]): Violation[] {
  const check = request.getValidationFunction(part)
  if (!check || check(request[part] ?? null)) return []
  return (check.errors ?? []).map((fault) => asViolation(fault, part))
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
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  uniqueItems: 'not_unique',
}

/** Turns one fault that a schema found into the catalogue's words. */
export function asViolation(fault: FastifySchemaValidationError, context = 'body'): Violation {
  const code = codeOfKeyword[fault.keyword] ?? 'not_allowed_value'
  const pointer = fault.instancePath + placeBelow(fault)
  const message = sentenceAbout(pointer.slice(1) || `the ${context}`, fault)
  return context === 'body' ? violationAt(pointer, code, message) : { parameter: pointer.slice(1), code, message }
}

function placeBelow({ keyword, params }: FastifySchemaValidationError): string {
  const property = keyword === 'required' ? params.missingProperty : params.additionalProperty
  if (typeof property === 'string') return `/${escapePointer(property)}`
  return keyword === 'uniqueItems' ? `/${Number(params.index)}` : ''
}

function sentenceAbout(name: string, { keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'required') return `${name} is required.`
  if (keyword === 'additionalProperties') return `${name} is not a field that may be sent.`
  if (keyword === 'enum') return `${name} must be one of ${(params.allowedValues as string[]).join(', ')}.`
  return `${name} ${message ?? 'is not allowed'}.`
}
