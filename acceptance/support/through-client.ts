import { TocsinClient, type ClientOptions, type DirectoryQuery, type List } from '../../client/src/client.ts'
import { TocsinProblem } from '../../client/src/error.ts'
import type { RawAnswer } from './check-answer.ts'
import type { Sending } from './client.ts'
import { asIncidentQuery, asListQuery, parametersOf, type Parameters } from './typed-query.ts'

/** Result of the client, and the answer that it came from. */
export interface ThroughClient {
  raw: RawAnswer
  body: unknown
}

interface Request {
  /** Values of the path's parameters, decoded. */
  segments: string[]
  parameters: Parameters
  json: Record<string, unknown>
  body: Sending['body']
  idempotencyKey: { idempotencyKey?: string }
}

/** Does with the client what a request would; undefined: no caller of the client could ask for this. */
type Operation = (client: TocsinClient, request: Request) => Promise<unknown> | undefined

const uuid = '([0-9a-f-]{36})'

const operations: [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /^\/incidents$/,
    // The client makes a clientRequestId where there is none.
    (client, { json }) => (json.clientRequestId !== undefined ? client.incidents.create(json as never) : undefined),
  ],
  [
    'POST',
    /^\/incidents\/validate$/,
    (client, { json }) =>
      json.clientRequestId !== undefined
        ? client.incidents.validate(json as never).then((validation) => {
            if (!validation.accepted) throw validation.problem
            return validation.incident
          })
        : undefined,
  ],
  [
    'GET',
    /^\/incidents$/,
    (client, { parameters }) => {
      const query = asIncidentQuery(parameters)
      return query && pageOf(client.incidents.list(query), parameters)
    },
  ],
  ['GET', at(`/incidents/${uuid}`), (client, { segments }) => client.incidents.get(segments[0]!)],
  [
    'POST',
    at(`/incidents/${uuid}/media`),
    (client, { segments, body, idempotencyKey }) => {
      const [file, ...others] = body instanceof FormData ? body.getAll('file') : []
      if (!(file instanceof File) || others.length > 0) return undefined
      return client.incidents.media.attach(segments[0]!, file, { fileName: file.name, ...idempotencyKey })
    },
  ],
  [
    'GET',
    at(`/download/incidents/${uuid}/media/${uuid}/urls`),
    (client, { segments }) => client.incidents.media.urls(segments[0]!, segments[1]!),
  ],
  [
    'GET',
    at(`/download/comments/${uuid}/media/${uuid}/urls`),
    (client, { segments }) => client.comments.media.urls(segments[0]!, segments[1]!),
  ],
  [
    'GET',
    /^\/comments\/by-entity-type\/incident$/,
    (client, { parameters }) => {
      const { relatedEntityId = [], ...others } = parameters
      const query = asListQuery(others, ['id', 'createdAt'])
      if (!query || relatedEntityId.length !== 1 || !at(uuid).test(relatedEntityId[0]!)) return undefined
      return pageOf(client.comments.list(relatedEntityId[0]!, query), parameters)
    },
  ],
  [
    'POST',
    /^\/comments\/by-entity-type\/incident$/,
    (client, { json, idempotencyKey }) => {
      const { relatedEntityId, ...comment } = json
      // The client takes the incident as a parameter of its own.
      return json.relatedEntityId !== undefined
        ? client.comments.create(relatedEntityId as string, comment, idempotencyKey)
        : undefined
    },
  ],
  ['PATCH', at(`/comments/${uuid}`), (client, { segments, json }) => client.comments.update(segments[0]!, json)],
  ['DELETE', at(`/comments/${uuid}`), (client, { segments }) => client.comments.delete(segments[0]!)],
  ['GET', /^\/creation-configurations\/current$/, (client) => client.creationConfigurations.current()],
  [
    'GET',
    /^\/creation-configurations\/([1-9]\d*)$/,
    (client, { segments }) => client.creationConfigurations.revision(Number(segments[0])),
  ],
  ['GET', /^\/locations$/, (client, { parameters }) => directoryPage(client.locations, parameters)],
  ['GET', /^\/points$/, (client, { parameters }) => directoryPage(client.points, parameters)],
  ['GET', /^\/users$/, (client, { parameters }) => directoryPage(client.users, parameters)],
  [
    'GET',
    /^\/workflow-states$/,
    (client, { parameters }) =>
      Object.keys(parameters).length === 0 ? pageOf(client.workflowStates.list(), {}) : undefined,
  ],
]

/**
 * Sends a request of a spec as an integrator's program would: by a call of the SDK.
 * @returns undefined for what the SDK has no call for, or would never send.
 */
export async function sendThroughClient(
  options: Pick<ClientOptions, 'baseUrl' | 'apiKey'>,
  method: string,
  path: string,
  { query, headers = {}, json, body }: Sending,
): Promise<ThroughClient | undefined> {
  const { 'idempotency-key': key, prefer = 'handling=strict', ...unusual } = lowerCased(headers)
  if (Object.keys(unusual).length > 0 || prefer !== 'handling=strict' || typeof body === 'string') return undefined
  if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) return undefined
  const [, pattern, operation] = operations.find((each) => each[0] === method && each[1].test(path)) ?? []
  if (!pattern || !operation) return undefined

  let raw: RawAnswer | undefined
  const client = new TocsinClient({
    ...options,
    // A spec is about the first answer.
    retry: { attemptsMaximum: 1 },
    async fetch(input, init) {
      const response = await fetch(input, init)
      raw = { status: response.status, headers: response.headers, text: await response.clone().text() }
      return response
    },
  })
  const request = {
    segments: pattern.exec(path)!.slice(1),
    parameters: parametersOf(query),
    json: (json ?? {}) as Record<string, unknown>,
    body,
    idempotencyKey: key === undefined ? {} : { idempotencyKey: key },
  }
  const called = operation(client, request)
  return called && { body: await called.catch(detailsOf), raw: raw! }
}

/** A problem must reach the caller as it was sent. */
function detailsOf(error: unknown): unknown {
  if (error instanceof TocsinProblem) return error.details
  throw error
}

/** The sorts of the pages that gave each cursor out. */
const sortsOfCursors = new Map<string, string | undefined>()

/** One page; undefined for a cursor that no page with this sort has given out: the client's callers have no other. */
function pageOf<Item>(list: List<Item>, { cursor, sort }: Parameters): Promise<unknown> | undefined {
  const from = cursor?.[0]
  if (from !== undefined && (!sortsOfCursors.has(from) || sortsOfCursors.get(from) !== sort?.[0])) return undefined
  return list.page(from).then(({ items, meta, nextCursor }) => {
    if (nextCursor !== undefined) sortsOfCursors.set(nextCursor, sort?.[0])
    return { data: items, meta }
  })
}

function directoryPage<Item>(
  directory: { list(query: DirectoryQuery): List<Item> },
  { q, archived, ...others }: Parameters,
): Promise<unknown> | undefined {
  const query = asListQuery(others, ['id', 'name'])
  if (!query || (q && (q.length > 1 || q[0] === '')) || (archived && !/^(true|false)$/.test(archived.join()))) {
    return undefined
  }
  const filters = { ...(q && { q: q[0]! }), ...(archived && { archived: archived[0] === 'true' }) }
  return pageOf(directory.list({ ...query, ...filters }), others)
}

function at(path: string): RegExp {
  return new RegExp(`^${path}$`)
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
