import { isUuid, parseInstant } from '@tocsin/contract/scalars.ts'
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { sharedSchemas } from '../openapi/schemas.ts'

/**
 * Checks shapes without changing them: nothing is coerced, nothing removed, every fault is named.
 * @see design 2, Known traps
 */
export function validateStrictly(app: FastifyInstance): void {
  for (const schema of sharedSchemas) app.addSchema(schema)
  app.setValidatorCompiler(strictCompiler)
}

/** How many values a body may hold for every fault in it to be found: a megabyte can hold half a million. */
const valuesMaximum = 10_000
const repetitionsMaximum = 1_000

const makeAjv = (allErrors: boolean) =>
  new Ajv({
    allErrors,
    schemas: sharedSchemas,
    // OpenAPI's annotations are no keywords of JSON Schema; a formatted string of a known kind needs no `type` beside it.
    strict: false,
    formats: { uuid: isUuid, 'date-time': (text: string) => parseInstant(text) !== undefined, uri: true, binary: true },
  })
    // The library's own reports a single repetition, and takes no offence at two `"__proto__"`.
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
  const named = repeated.slice(0, repetitionsMaximum)
  findRepetitions.errors = named.map((index) => ({ keyword: 'uniqueItems', params: { index } }))
  return repeated.length === 0
}
findRepetitions.errors = [] as Partial<ErrorObject>[]

/** Finds every fault. */
export const ajv = makeAjv(true)
const hastyAjv = makeAjv(false)

/** Query parameters are read, and their faults named, by `readListQuery`. */
const strictCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'querystring' ? () => true : compile(schema)

function compile(schema: TSchema) {
  const isRight = hastyAjv.compile(schema)
  let findFaults: typeof isRight | undefined
  const check = (value: unknown): boolean => {
    if (isRight(value)) return true
    findFaults ??= ajv.compile(schema)
    const asked = hasTooManyValues(value) ? isRight : findFaults
    asked(value)
    check.errors = asked.errors
    return false
  }
  check.errors = null as ErrorObject[] | null | undefined
  return check
}

/** Whether only the first fault of a body is found, so that nothing is known of the rest. */
export const hasTooManyValues = (body: unknown): boolean => countValues(body, valuesMaximum) > valuesMaximum

/** Counts the values of a document, and stops beyond a maximum. */
function countValues(value: unknown, maximum: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Array.isArray(value) ? value : valuesOf(value)) {
    count += countValues(inner, maximum - count)
    if (count > maximum) break
  }
  return count
}

/** With thousands of names, `Object.values` takes four times as long. */
function* valuesOf(value: object): Generator<unknown> {
  for (const name in value) yield (value as Record<string, unknown>)[name]
}
