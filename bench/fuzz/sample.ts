import { randomUUID } from 'node:crypto'

export type Schemas = Record<string, object>

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

interface Context {
  schemas: Schemas
  /** Values to use for known fields, keyed by the name of the field. */
  ids: Record<string, string>
}

/** Makes a value that is valid for a schema and has every optional field. */
export function sampleOf(schema: JsonSchema, context: Context, name = ''): unknown {
  const { $ref, anyOf, items = {}, properties = {} } = schema
  if ($ref) return sampleOf(context.schemas[$ref.replace('#', '')]!, context, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries(properties).map(([field, inner]) => [field, sampleOf(inner, context, field)]),
    )
  }
  if (type === 'array') return [sampleOf(items, context, name.replace(/s$/, ''))]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, name === 'version' ? 0 : 1)
  if (type === 'boolean') return false
  if (type === 'string') return textOf(schema, context, name)
  return anyOf ? sampleOf(anyOf[0]!, context, name) : null
}

function textOf({ format, pattern = '', minLength = 0 }: JsonSchema, { ids }: Context, name: string): string {
  if (ids[name]) return ids[name]
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return name === 'expiresAt' ? '2099-01-01T00:00:00.000Z' : '2026-03-01T08:30:00.000Z'
  if (pattern.includes('@')) return `${randomUUID()}@example.com`
  return minLength > 1 ? 'sufficiently long words' : 'words'
}
