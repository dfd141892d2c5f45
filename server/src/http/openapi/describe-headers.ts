import type { SwaggerTransformObject } from '@fastify/swagger'

type Document = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject']

/** One answer of one operation. */
interface Answer {
  operationId: string
  status: string
  /** The names of the operation's parameters. */
  takes: (parameter: string) => boolean
}

interface AnswerHeader {
  description: string
  schema: { type: 'string' | 'integer'; examples?: unknown[]; enum?: string[] }
  isPartOf: (answer: Answer) => boolean
}

const isSuccess = ({ status }: Answer): boolean => status.startsWith('2')
/** Also of 304, which stands for the same answer. */
const isRevision = (answer: Answer): boolean => answer.takes('if-none-match') && /^[23]/.test(answer.status)

const isCompressed = ({ operationId }: Answer): boolean => compressedOperations.has(operationId)

const headers: Record<string, AnswerHeader> = {
  'X-Request-Id': {
    description: 'The `X-Request-Id` of the request, or an id made by the server; its log names the request by it.',
    schema: { type: 'string' },
    isPartOf: () => true,
  },
  'Cache-Control': {
    description: 'Whether the answer may be kept: only revisions of the creation configuration may.',
    schema: { type: 'string', examples: ['no-store'] },
    isPartOf: () => true,
  },
  'WWW-Authenticate': {
    description: 'How the server wants to be told who asks.',
    schema: { type: 'string' },
    isPartOf: ({ status }) => status === '401',
  },
  'Retry-After': {
    description: 'How many seconds to wait before asking again.',
    schema: { type: 'integer' },
    isPartOf: ({ status }) => status === '429' || status === '503',
  },
  'X-RateLimit-Limit': {
    description: 'How often a minute the key may ask, where the operator has set a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'X-RateLimit-Remaining': {
    description: 'How often the key may still ask until the minute is over, where the operator has set a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'X-RateLimit-Reset': {
    description: 'In how many seconds the minute is over, where the operator has set a limit.',
    schema: { type: 'integer' },
    isPartOf: () => true,
  },
  'Idempotent-Replayed': {
    description: 'Sent if the request was carried out before, and nothing was done now.',
    schema: { type: 'string', enum: ['true'] },
    isPartOf: (answer) => isSuccess(answer) && replayedOperations.has(answer.operationId),
  },
  Link: {
    description: 'The address of the next page, if there is one and it is not too long for a header (RFC 8288).',
    schema: { type: 'string', examples: ['<https://tocsin.example/api/v1/incidents?cursor=…>; rel="next"'] },
    isPartOf: (answer) => isSuccess(answer) && answer.takes('cursor'),
  },
  'Tocsin-Next-Cursor': {
    description: 'What to send as `cursor` for the next page, if there is one.',
    schema: { type: 'string' },
    isPartOf: (answer) => isSuccess(answer) && answer.takes('cursor'),
  },
  'Tocsin-Ignored-Parameters': {
    description: 'The parameters that were ignored, percent-encoded and separated by commas.',
    schema: { type: 'string', examples: ['colour, shape'] },
    isPartOf: (answer) => isSuccess(answer) && answer.takes('prefer'),
  },
  'Preference-Applied': {
    description: 'What was preferred with `Prefer` and is followed (RFC 7240).',
    schema: { type: 'string', examples: ['handling=strict'] },
    isPartOf: (answer) => answer.takes('prefer') && (isSuccess(answer) || answer.status === '400'),
  },
  ETag: {
    description: 'Names the revision; send it as `If-None-Match` to learn whether there is another one.',
    schema: { type: 'string', examples: ['"3"'] },
    isPartOf: isRevision,
  },
  Vary: {
    description:
      'Which headers of the request the answer depends on: a list is compressed for callers that accept it, and each key ' +
      'reads the configuration of its own Organization at the same address.',
    schema: { type: 'string', examples: ['accept-encoding'] },
    isPartOf: (answer) => isRevision(answer) || isCompressed(answer),
  },
  'Content-Encoding': {
    description: '`gzip`, from 1 KiB on and if the request accepts it.',
    schema: { type: 'string', enum: ['gzip'] },
    isPartOf: isCompressed,
  },
  'Content-Location': {
    description: 'The permanent address of the revision.',
    schema: { type: 'string', examples: ['/api/v1/creation-configurations/3'] },
    isPartOf: (answer) => isRevision(answer) && answer.operationId === 'get-current-creation-configuration',
  },
}

/** Those that answer a retry with what the first request did. */
const replayedOperations = new Set(['create-incident', 'validate-incident', 'create-comment', 'attach-incident-media'])

/** Those whose route has `isCompressed`. */
const compressedOperations = new Set([
  'list-incidents',
  'list-locations',
  'list-points',
  'list-users',
  'list-workflow-states',
])

/** Describes the headers of every answer, each once under `components`, where generators of clients find them. */
export function describeHeaders(document: Document): void {
  document.components = {
    ...document.components,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, { description, schema }]) => [name, { description, schema }]),
    ),
  }
  for (const { responses = {}, operationId = '', parameters = [] } of operationsOf(document)) {
    const names = new Set(parameters.map((parameter) => 'name' in parameter && parameter.name))
    for (const [status, response] of Object.entries(responses)) {
      const answer = { operationId, status, takes: (parameter: string) => names.has(parameter) }
      const sent = Object.keys(headers).filter((name) => headers[name]!.isPartOf(answer))
      Object.assign(response, {
        headers: Object.fromEntries(sent.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      })
    }
  }
}

const operationsOf = ({ paths = {} }: Document) =>
  Object.values(paths).flatMap(({ get, post, patch, delete: remove } = {}) =>
    [get, post, patch, remove].filter((operation) => operation !== undefined),
  )
