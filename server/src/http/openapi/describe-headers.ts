import { operationsOf, type Document } from './document.ts'

/** Response that an operation gives with one HTTP status. */
interface DescribedResponse {
  operationId: string
  status: string
  isCompressed: boolean
  /** Returns true if the operation has a parameter of this name. */
  takes: (parameter: string) => boolean
}

interface ResponseHeader {
  description: string
  schema: { type: 'string' | 'integer'; examples?: unknown[]; enum?: string[] }
  isPartOf: (described: DescribedResponse) => boolean
}

const isSuccess = ({ status }: DescribedResponse): boolean => status.startsWith('2')
/**
 * Returns true for a 2xx or 304 response of an operation that returns a revision of the creation configuration. A 304
 * has the same headers as a 2xx.
 */
const isRevision = (described: DescribedResponse): boolean =>
  described.takes('if-none-match') && /^[23]/.test(described.status)

const headers: Record<string, ResponseHeader> = {
  'X-Request-Id': {
    description:
      'The `X-Request-Id` of the request, or an id made by the server. The server logs the request under this id.',
    schema: { type: 'string' },
    isPartOf: () => true,
  },
  'Cache-Control': {
    description: 'Caching rules: only revisions of the creation configuration may be cached.',
    schema: { type: 'string', examples: ['no-store'] },
    isPartOf: () => true,
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme that the server expects.',
    schema: { type: 'string' },
    isPartOf: ({ status }) => status === '401',
  },
  'Retry-After': {
    description: 'Seconds to wait before repeating the request.',
    schema: { type: 'integer' },
    isPartOf: ({ status }) => status === '429' || status === '503',
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed per minute for this key; absent without a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left for this key in the current minute; absent without a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the current minute ends; absent without a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'Idempotent-Replayed': {
    description: 'Present when an earlier request did the work and this one changed nothing.',
    schema: { type: 'string', enum: ['true'] },
    isPartOf: (described) =>
      isSuccess(described) && (described.takes('idempotency-key') || creations.has(described.operationId)),
  },
  Link: {
    description:
      'Address of the next page (RFC 8288); absent on the last page and when the address is too long for a header.',
    schema: { type: 'string', examples: ['<https://tocsin.example/api/v1/incidents?cursor=…>; rel="next"'] },
    isPartOf: (described) => isSuccess(described) && described.takes('cursor'),
  },
  'Tocsin-Next-Cursor': {
    description: 'Value of `cursor` for the next page; absent on the last page.',
    schema: { type: 'string' },
    isPartOf: (described) => isSuccess(described) && described.takes('cursor'),
  },
  'Tocsin-Ignored-Parameters': {
    description: 'Ignored parameters, percent-encoded and separated by commas.',
    schema: { type: 'string', examples: ['colour, shape'] },
    isPartOf: (described) => isSuccess(described) && described.takes('prefer'),
  },
  'Tocsin-Feed-Position': {
    description: 'Position from which a follower of the feed misses no change of this list.',
    schema: { type: 'string', examples: ['c81e728d-1042'] },
    isPartOf: (described) =>
      isSuccess(described) && ['list-incidents', 'list-all-comments'].includes(described.operationId),
  },
  'Preference-Applied': {
    description: 'Preference of the header `Prefer` that the server applied (RFC 7240).',
    schema: { type: 'string', examples: ['handling=strict'] },
    isPartOf: (described) => described.takes('prefer') && (isSuccess(described) || described.status === '400'),
  },
  ETag: {
    description:
      'Version of the incident; send it as `If-Match` with a change. For a revision of the configuration: send it as ' +
      '`If-None-Match` to check for a newer one.',
    schema: { type: 'string', examples: ['"3"'] },
    isPartOf: (described) =>
      isRevision(described) || (isSuccess(described) && versionedOperations.has(described.operationId)),
  },
  Vary: {
    description:
      'Request headers that the response depends on: a list is compressed for callers that accept it, and each key reads the ' +
      'configuration of its own organization at the same address.',
    schema: { type: 'string', examples: ['accept-encoding'] },
    isPartOf: (described) => isRevision(described) || described.isCompressed,
  },
  'Content-Encoding': {
    description: '`gzip` for responses of at least 1 KiB, if the request accepts it.',
    schema: { type: 'string', enum: ['gzip'] },
    isPartOf: ({ isCompressed }) => isCompressed,
  },
  'Content-Location': {
    description: 'Permanent address of the revision.',
    schema: { type: 'string', examples: ['/api/v1/creation-configurations/3'] },
    isPartOf: (described) => isRevision(described) && described.operationId === 'get-current-creation-configuration',
  },
}

/** Ids of the operations that recognize a repeated request by its `clientRequestId`, not by an `Idempotency-Key`. */
const creations = new Set(['create-incident', 'validate-incident'])

/** Ids of the operations that return one incident with its version. */
const versionedOperations = new Set(['create-incident', 'get-incident', 'update-incident', 'restore-incident'])

/**
 * Adds the headers of every response to the OpenAPI document. Describes each header once under `components`, so that
 * generated clients contain it once.
 * @param compressed ids of the operations whose responses are compressed.
 */
export function describeHeaders(document: Document, compressed: ReadonlySet<string>): void {
  document.components = {
    ...document.components,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, { description, schema }]) => [name, { description, schema }]),
    ),
  }
  for (const { responses = {}, operationId = '', parameters = [] } of operationsOf(document)) {
    const isCompressed = compressed.has(operationId)
    const names = new Set(parameters.map((parameter) => 'name' in parameter && parameter.name))
    for (const [status, response] of Object.entries(responses)) {
      const described = { operationId, status, isCompressed, takes: (parameter: string) => names.has(parameter) }
      const sent = Object.keys(headers).filter((name) => headers[name]!.isPartOf(described))
      Object.assign(response, {
        headers: Object.fromEntries(sent.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      })
    }
  }
}
