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
 * Names the schema of each list in a response, such as `LocationList`, so that generated clients have a type for it.
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

/** Returns the name of the item schema of a list; undefined if the schema does not describe a list. */
function itemName({ properties }: Schema): string | undefined {
  const { data, meta } = (properties ?? {}) as Record<string, { items?: Schema }>
  return data?.items && meta && referredName(data.items)
}
