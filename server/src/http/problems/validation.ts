import { isUuid, parseInstant } from '@tocsin/contract/scalars.ts'
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { sharedSchemas } from '../openapi/schemas.ts'

/** Makes Fastify validate the shape of requests without coercing or dropping values, and report every violation. */
export function validateStrictly(app: FastifyInstance): void {
  for (const schema of sharedSchemas) app.addSchema(schema)
  app.setValidatorCompiler(strictCompiler)
}

/**
 * Maximum number of values in a body for which every violation is reported. Of a body with more values, only the first
 * violation is reported, because a megabyte can contain half a million values.
 */
const valuesMaximum = 10_000
const repetitionsMaximum = 1_000

const makeAjv = (allErrors: boolean) =>
  new Ajv({
    allErrors,
    schemas: sharedSchemas,
    // Strict mode would reject a `format` without a `type`, and annotations that OpenAPI defines but JSON Schema does
    // not.
    strict: false,
    formats: { uuid: isUuid, 'date-time': (text: string) => parseInstant(text) !== undefined, uri: true, binary: true },
  })
    // Replace Ajv's own `uniqueItems`, because it reports only one repeated item and misses a repeated `"__proto__"`.
    .removeKeyword('uniqueItems')
    .addKeyword({
      keyword: 'uniqueItems',
      type: 'array',
      schemaType: 'boolean',
      errors: 'full',
      validate: findRepetitions,
    })

function findRepetitions(isWanted: boolean, items: unknown[]): boolean {
  if (!isWanted) return true
  const repeated: number[] = []
  const seen = new Set()
  for (const [index, item] of items.entries()) {
    if (seen.has(item)) repeated.push(index)
    seen.add(item)
  }
  const reported = repeated.slice(0, repetitionsMaximum)
  findRepetitions.errors = reported.map((index) => ({ keyword: 'uniqueItems', params: { index } }))
  return repeated.length === 0
}
findRepetitions.errors = [] as Partial<ErrorObject>[]

/** Validator that reports every violation. */
export const ajv = makeAjv(true)
/** Validator that stops at the first violation. */
const firstErrorAjv = makeAjv(false)

/** Compiles all schemas except those of query strings, which `readListQuery` checks. */
export const strictCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'querystring' ? () => true : compile(schema)

/** Makes a function that validates a value and stores all violations in its member `errors`. */
export function compile(schema: TSchema) {
  const isValid = firstErrorAjv.compile(schema)
  let findAll: typeof isValid | undefined
  const check = (value: unknown): boolean => {
    if (isValid(value)) return true
    findAll ??= ajv.compile(schema)
    const find = hasTooManyValues(value) ? isValid : findAll
    find(value)
    check.errors = find.errors
    return false
  }
  check.errors = null as ErrorObject[] | null | undefined
  return check
}

/** Returns true if a body has so many values that only its first violation is reported. */
export const hasTooManyValues = (body: unknown): boolean => countValues(body, valuesMaximum) > valuesMaximum

/** Counts the values inside a JSON value. Stops when the number exceeds the maximum. */
function countValues(value: unknown, maximum: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Array.isArray(value) ? value : valuesOf(value)) {
    count += countValues(inner, maximum - count)
    if (count > maximum) break
  }
  return count
}

/**
 * Iterates over the values of an object. For an object with thousands of members, `Object.values` takes four times as
 * long.
 */
function* valuesOf(value: object): Generator<unknown> {
  for (const name in value) yield (value as Record<string, unknown>)[name]
}
