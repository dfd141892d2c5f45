import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { inject } from 'vitest'

/** Base URL of the service, without the version prefix. */
export const serviceUrl = inject('target').baseUrl.replace(/\/api\/v1\/?$/, '')

export interface DocumentedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: { format?: string }
  example?: unknown
  'x-tocsin-origin'?: string
}

export interface DocumentedOperation {
  operationId: string
  parameters?: DocumentedParameter[]
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>
  'x-tocsin-origin'?: string
}

interface OpenApiDocument {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, { properties?: Record<string, unknown>; required?: string[]; example?: unknown }>
    headers: Record<string, unknown>
  }
}

/** OpenAPI document of the server, fetched once per spec file. */
export const openApi = (await (await fetch(`${serviceUrl}/openapi.json`)).json()) as OpenApiDocument

export const documentedHeaders = Object.keys(openApi.components.headers)

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
// Replace these formats of JSON Schema, because the contract is stricter: UUIDs are in lower case, and instants are in
// UTC with milliseconds.
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
// /openapi.json allows unknown members and codes, because later versions may add some. In the specs, allow only the
// members and codes of this version.
ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values: string[]) => ({ enum: values }) })
ajv.addSchema(withoutUnknownMembers(openApi) as OpenApiDocument, 'openapi')

/** Copies a part of the document. In the copy, a schema allows only the properties that it lists. */
function withoutUnknownMembers(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutUnknownMembers)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, withoutUnknownMembers(inner)]))
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}

interface FoundOperation {
  template: string
  operation: DocumentedOperation
}

/** Finds the documented operation for a method and a path; undefined if there is none. */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  const template = templates.find(({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()])
  return template && { template: template.path, operation: template.operations[method.toLowerCase()]! }
}

/**
 * Documented paths, with the fewest parameters first, because OpenAPI prefers literal paths to paths with parameters.
 */
const templates = Object.entries(openApi.paths)
  .map(([path, operations]) => ({ path, operations, pattern: asPattern(path) }))
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

function asPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, '[^/]*')}$`)
}

/** Returns the function that validates the body of one documented response against its schema. */
export function bodyCheck(found: FoundOperation, method: string, status: number, mediaType: string): ValidateFunction {
  const steps = ['paths', found.template, method.toLowerCase(), 'responses', String(status), 'content', mediaType]
  const pointer = [...steps, 'schema'].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  return ajv.getSchema(`openapi#/${encodeURI(pointer)}`)!
}

export const schemaViolations = (check: ValidateFunction): string =>
  ajv.errorsText(check.errors, { dataVar: 'the body' })
