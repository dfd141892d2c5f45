type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  'x-tocsin-origin': string
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; headers: Record<string, Json> }
}

/**
 * Returns operations of an OpenAPI document, and the schemas to which these operations refer. Leaves out descriptions,
 * titles and examples.
 * @param origin value of `x-tocsin-origin` of the operations to return.
 */
export function describeOperations(document: OpenApiDocument, origin: string) {
  const operations = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-tocsin-origin'] === origin)
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, withoutProse(operation as never)]),
    ),
  )
  const schemas: Record<string, Json> = {}
  collectSchemas(document, operations, schemas)
  return {
    operations,
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

const proseKeys = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags'])

/**
 * Removes keys with prose, such as `description`, from a value of the OpenAPI document. Does not remove a property of a
 * schema that has the name of such a key, for example the `description` of an incident.
 * @param isNameMap true for the value of `properties`, whose keys are names of properties.
 */
function withoutProse(value: Json, isNameMap = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key]) => isNameMap || !proseKeys.has(key))
  return Object.fromEntries(
    entries.map(([key, member]) => [key, withoutProse(member, key === 'properties' && !isNameMap)]),
  )
}

function collectSchemas({ components }: OpenApiDocument, value: Json, found: Record<string, Json>): void {
  const names = Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name!)
  for (const name of names) {
    if (name in found) continue
    const schema = withoutProse(components.schemas[name]!)
    found[name] = schema
    collectSchemas({ components } as OpenApiDocument, schema, found)
  }
}
