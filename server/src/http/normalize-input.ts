import { isUuid, parseInstant, type Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyInstance } from 'fastify'
import { sharedSchemas } from './openapi/schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if the operation gets the body as the client sent it. The operation then normalizes ids and instants itself.
     */
    takesBodyAsSent?: boolean
  }
}

/**
 * Normalizes the input of operations: converts ids in paths and bodies to lower case, and instants in bodies to UTC
 * with milliseconds. Operations thus compare, store and return one spelling of each value. `readId` normalizes ids in
 * query parameters and headers.
 */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const normalizeParams = normalizerOf(route.schema?.params as Schema | undefined)
    const normalizeBody = route.config?.takesBodyAsSent
      ? undefined
      : normalizerOf(route.schema?.body as Schema | undefined)
    if (!normalizeParams && !normalizeBody) return
    route.preHandler = [
      async (request: { params: unknown; body: unknown }) => {
        normalizeParams?.(request.params)
        normalizeBody?.(request.body)
      },
      ...[route.preHandler ?? []].flat(),
    ]
  })
}

/**
 * Reads an id from a query parameter or a header.
 * @returns the id in lower case; undefined if the text is not a UUID.
 */
export const readId = (text: string): Uuid | undefined => (isUuid(text) ? text.toLowerCase() : undefined)

/** JSON Schema keywords by which ids and instants are found in a schema. */
interface Schema {
  $id?: string
  $ref?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/**
 * Function that normalizes the ids and instants inside an object or array, even if the object or array violates the
 * schema.
 */
type Normalize = (container: unknown) => void

/**
 * Makes the function that normalizes values of a schema.
 * @returns undefined if the schema contains neither ids nor instants.
 */
function normalizerOf(schema: Schema | undefined): Normalize | undefined {
  if (!schema) return undefined
  const { $ref, properties, items, anyOf } = schema
  if ($ref) return normalizerOf((sharedSchemas as Schema[]).find(({ $id }) => `${$id}#` === $ref))
  const normalizers = [...(anyOf ?? []).map(normalizerOf), ofProperties(properties ?? {}), items && ofItems(items)]
  const present = normalizers.filter((one) => one !== undefined)
  if (present.length === 0) return undefined
  return (container) => present.forEach((normalize) => normalize(container))
}

function ofProperties(properties: Record<string, Schema>): Normalize | undefined {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const respell = respellerOf(schema)
    const normalize = normalizerOf(schema)
    return respell || normalize ? [{ name, respell, normalize }] : []
  })
  if (fields.length === 0) return undefined
  return (container) => {
    if (typeof container !== 'object' || container === null || Array.isArray(container)) return
    const object = container as Record<string, unknown>
    for (const { name, respell, normalize } of fields) {
      if (!Object.hasOwn(object, name)) continue
      const value = object[name]
      if (respell && typeof value === 'string') object[name] = respell(value)
      else normalize?.(value)
    }
  }
}

function ofItems(items: Schema): Normalize | undefined {
  const respell = respellerOf(items)
  const normalize = normalizerOf(items)
  if (!respell && !normalize) return undefined
  return (container) => {
    if (!Array.isArray(container)) return
    for (const [index, value] of container.entries()) {
      if (respell && typeof value === 'string') container[index] = respell(value)
      else normalize?.(value)
    }
  }
}

/** Returns the function that normalizes an id or an instant; undefined for the schema of any other text. */
function respellerOf({ format }: Schema): ((text: string) => string) | undefined {
  if (format === 'uuid') return (text) => readId(text) ?? text
  if (format === 'date-time') return (text) => parseInstant(text) ?? text
  return undefined
}
