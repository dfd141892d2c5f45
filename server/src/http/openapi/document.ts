import type { SwaggerTransformObject } from '@fastify/swagger'

export type Document = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject']

/** JSON Schema within the OpenAPI document. */
export type Schema = Record<string, unknown>

/** Bodies of a request or response, keyed by their media type. */
type Content = Record<string, { schema?: Schema }>

export const operationsOf = ({ paths = {} }: Document) =>
  Object.values(paths).flatMap(({ get, post, patch, delete: deletion } = {}) =>
    [get, post, patch, deletion].filter((operation) => operation !== undefined),
  )

type Operation = ReturnType<typeof operationsOf>[number]

/** Returns the parameters of an operation. The caller may change them. */
export const parametersOf = ({ parameters = [] }: Operation) =>
  parameters as unknown as { schema: Schema; example?: unknown }[]

/** Returns the named schemas of the document. The caller may change this record. */
export function namedSchemas(document: Document): Record<string, Schema> {
  document.components ??= {}
  document.components.schemas ??= {}
  return document.components.schemas as Record<string, Schema>
}

/** Returns the bodies of all responses of an operation. The caller may replace their schemas. */
export const responseBodies = ({ responses = {} }: Operation): { schema?: Schema }[] =>
  Object.values(responses).flatMap((response) => Object.values((response as { content?: Content }).content ?? {}))

const referencePrefix = '#/components/schemas/'

export const referenceTo = (name: string): Schema => ({ $ref: referencePrefix + name })

/** Returns the name of the schema that a schema refers to; undefined if it is not a reference. */
export const referredName = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.slice(referencePrefix.length) : undefined

/**
 * Rebuilds a schema from the inside out. Leaves examples and other values that are not schemas unchanged.
 * @param change receives each schema after the schemas inside it were changed.
 */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const map = (inner: unknown): unknown => (isObject(inner) ? mapSchema(inner, change) : inner)
  const changed = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' && isObject(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))]
    }
    if (!schemaKeywords.has(keyword)) return [keyword, value]
    return [keyword, Array.isArray(value) ? value.map(map) : map(value)]
  })
  return change(Object.fromEntries(changed))
}

/** JSON Schema keywords whose value is a schema or a list of schemas. */
const schemaKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items', 'additionalProperties', 'not'])

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
