import { operationsOf, parametersOf, type Document } from './document.ts'

/** Keyword of the OpenAPI document that names the origin of an operation or parameter. */
export const originKeyword = 'x-tocsin-origin'

/** Schema options that mark a parameter as an extension, although the specification defines its operation. */
export const extension = { [originKeyword]: 'extension' } as const

/**
 * Marks each parameter of the OpenAPI document as part of the specification or as an extension. A parameter without a
 * mark has the origin of its operation.
 */
export function markExtensions(document: Document): void {
  for (const operation of operationsOf(document)) {
    const { [originKeyword]: origin } = operation as unknown as Record<string, unknown>
    for (const parameter of parametersOf(operation)) {
      const { [originKeyword]: own = origin, ...schema } = parameter.schema
      Object.assign(parameter, { schema, [originKeyword]: own })
    }
  }
}
