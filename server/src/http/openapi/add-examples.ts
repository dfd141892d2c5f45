import {
  responseBodies,
  mapSchema,
  namedSchemas,
  operationsOf,
  parametersOf,
  type Document,
  type Schema,
} from './document.ts'

/** Id in the examples of path parameters. */
const exampleId = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

/**
 * Adds `example`, the keyword of OpenAPI 3.0, beside each `examples` of OpenAPI 3.1, because Postman and other tools
 * read only `example`. Parameters that are ids get an example, too.
 */
export function addExamples(document: Document): void {
  const schemas = namedSchemas(document)
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = mapSchema(schema, addExample)
  for (const operation of operationsOf(document)) {
    const { requestBody } = operation
    const sent = requestBody && 'content' in requestBody ? Object.values(requestBody.content) : []
    for (const body of [...sent, ...responseBodies(operation)] as { schema?: Schema }[]) {
      if (body.schema) body.schema = mapSchema(body.schema, addExample)
    }
    for (const parameter of parametersOf(operation)) {
      if (parameter.schema.format === 'uuid') parameter.example ??= exampleId
      if (parameter.schema.default !== undefined) parameter.example ??= parameter.schema.default
    }
  }
}

const addExample = (schema: Schema): Schema =>
  Array.isArray(schema.examples) && schema.example === undefined ? { ...schema, example: schema.examples[0] } : schema
