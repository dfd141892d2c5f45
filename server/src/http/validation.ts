import { isUuid, parseInstant } from '@tocsin/contract/scalars.ts'
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { sharedSchemas } from './schemas.ts'

/**
 * Checks shapes without changing them: nothing is coerced, nothing removed, every fault is named.
 * @see design 2, Known traps
 */
export function validateStrictly(app: FastifyInstance): void {
  for (const schema of sharedSchemas) app.addSchema(schema)
  app.setValidatorCompiler(strictCompiler)
}

export const ajv = new Ajv({
  allErrors: true,
  schemas: sharedSchemas,
  // The annotations of OpenAPI are not keywords of JSON Schema; a formatted string of a known kind needs no `type` beside.
  strict: false,
  formats: { uuid: isUuid, 'date-time': (text: string) => parseInstant(text) !== undefined, uri: true, binary: true },
})

/** The library's own names only one repetition, and takes no offence at two `"__proto__"`. */
ajv.removeKeyword('uniqueItems')
ajv.addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: 'full',
  validate: findRepetitions,
})

function findRepetitions(isWanted: boolean, items: unknown[]): boolean {
  const repeated = isWanted ? items.flatMap((item, index) => (items.indexOf(item) < index ? [index] : [])) : []
  findRepetitions.errors = repeated.map((index) => ({
    keyword: 'uniqueItems',
    params: { index },
    message: 'must not repeat an item',
  }))
  return repeated.length === 0
}
findRepetitions.errors = [] as Partial<ErrorObject>[]

/** Query parameters are read, and their faults named, by `readListQuery`. */
const strictCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'querystring' ? () => true : ajv.compile(schema)
