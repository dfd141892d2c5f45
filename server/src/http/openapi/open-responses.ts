import { priorities } from '@tocsin/contract/priorities.ts'
import {
  responseBodies,
  mapSchema,
  namedSchemas,
  operationsOf,
  referenceTo,
  referredName,
  type Document,
  type Schema,
} from './document.ts'

/**
 * Changes the schemas of responses in the OpenAPI document, so that generated clients accept the fields and codes of
 * later versions. The schemas then allow unknown members. An enum becomes a text with the known values in
 * `x-extensible-enum`. Schemas of requests stay strict. A schema that requests and responses share gets a changed copy
 * for the responses.
 */
export function openResponses(document: Document): void {
  const schemas = namedSchemas(document)
  const operations = operationsOf(document)
  const sent = namesIn(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    schemas,
  )
  const open = (schema: Schema): Schema =>
    mapSchema(schema, (inner) => {
      const name = referredName(inner)
      return name && sent.has(name) ? referenceTo(nameInResponses(name)) : openOne(inner)
    })
  const bodies = operations.flatMap(responseBodies)
  for (const name of namesIn(bodies, schemas))
    schemas[sent.has(name) ? nameInResponses(name) : name] = open(schemas[name]!)
  for (const body of bodies) if (body.schema) body.schema = open(body.schema)
}

const nameInResponses = (name: string): string => `${name}Answer`

/** Finds the names of all schemas that a part of the document refers to, directly or through other schemas. */
function namesIn(part: unknown, schemas: Record<string, Schema>, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name!)) continue
    found.add(name!)
    namesIn(schemas[name!], schemas, found)
  }
  return found
}

function openOne({ additionalProperties, enum: values, ...schema }: Schema): Schema {
  return {
    ...schema,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(Array.isArray(values) && (isFixed(values) ? { enum: values } : extensible(values, schema))),
  }
}

/** Returns true for the list of priorities. The specification fixes this list, so no later version adds a priority. */
const isFixed = (values: unknown[]): boolean => JSON.stringify(values) === JSON.stringify(priorities)

const extensible = (values: unknown[], { description }: Schema): Schema => ({
  description: [
    description,
    `Known values: ${values.map((value) => `\`${value}\``).join(', ')}. Later versions may add values.`,
  ]
    .filter(Boolean)
    .join(' '),
  'x-extensible-enum': values,
})
