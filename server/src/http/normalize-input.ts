import { isUuid, parseInstant, type Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyInstance } from 'fastify'
import { sharedSchemas } from './openapi/schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is stored as it was sent, and normalized where it is used. */
    keepsBodyAsSent?: boolean
  }
}

/**
 * Writes the ids of every path and body in lower case, and the instants of every body in UTC with milliseconds, before an
 * operation sees them: operations compare, store and answer one spelling. Ids in queries and headers pass `readId`.
 */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const normalizeParams = normalizerOf(route.schema?.params as Schema | undefined)
    const normalizeBody = route.config?.keepsBodyAsSent
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

/** Reads an id from a query or a header. @returns undefined unless the text is a UUID. */
export const readId = (text: string): Uuid | undefined => (isUuid(text) ? text.toLowerCase() : undefined)

/** Keywords of a JSON Schema that are followed. */
interface Schema {
  $id?: string
  $ref?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Changes the ids and instants inside an object or array, which may have any shape: it may not have passed the schema. */
type Normalize = (container: unknown) => void

/** @returns undefined if the schema contains neither ids nor instants. */
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
    const write = spellingOf(schema)
    const normalize = normalizerOf(schema)
    return write || normalize ? [{ name, write, normalize }] : []
  })
  if (fields.length === 0) return undefined
  return (container) => {
    if (typeof container !== 'object' || container === null || Array.isArray(container)) return
    const object = container as Record<string, unknown>
    for (const { name, write, normalize } of fields) {
      if (!Object.hasOwn(object, name)) continue
      const value = object[name]
      if (write && typeof value === 'string') object[name] = write(value)
      else normalize?.(value)
    }
  }
}

function ofItems(items: Schema): Normalize | undefined {
  const write = spellingOf(items)
  const normalize = normalizerOf(items)
  if (!write && !normalize) return undefined
  return (container) => {
    if (!Array.isArray(container)) return
    for (const [index, value] of container.entries()) {
      if (write && typeof value === 'string') container[index] = write(value)
      else normalize?.(value)
    }
  }
}

function spellingOf({ format }: Schema): ((text: string) => string) | undefined {
  if (format === 'uuid') return (text) => readId(text) ?? text
  if (format === 'date-time') return (text) => parseInstant(text) ?? text
  return undefined
}
