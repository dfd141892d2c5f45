import {
  responseBodies,
  namedSchemas,
  operationsOf,
  referenceTo,
  referredName,
  type Document,
  type Schema,
} from './document.ts'

/**
 * Gives each list envelope in a response a name, such as `LocationList`, so that generated clients have a type for it.
 */
export function nameLists(document: Document): void {
  const schemas = namedSchemas(document)
  for (const body of operationsOf(document).flatMap(responseBodies)) {
    const name = body.schema && itemName(body.schema)
    if (!name) continue
    schemas[`${name}List`] = body.schema!
    body.schema = referenceTo(`${name}List`)
  }
}

/** Returns the schema name of the items in a list envelope; undefined for other schemas. */
function itemName({ properties }: Schema): string | undefined {
  const { data, meta } = (properties ?? {}) as Record<string, { items?: Schema }>
  return data?.items && meta && referredName(data.items)
}
