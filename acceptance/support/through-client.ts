import { TocsinClient, type ClientOptions, type DirectoryQuery, type List } from '../../client/src/client.ts'
import { TocsinProblem } from '../../client/src/error.ts'
import type { RawResponse } from './check-response.ts'
import { changeOperations } from './change-operations.ts'
import type { Sending } from './client.ts'
import { at, uuid, type Operations } from './client-operation.ts'
import { asIncidentQuery, asListQuery, parametersOf, type Parameters } from './typed-query.ts'

/** Result of a client call (`body`), and the HTTP response that the client received (`raw`). */
export interface ThroughClient {
  raw: RawResponse
  body: unknown
}

const operations: Operations = [
  [
    'POST',
    at('/incidents'),
    // Do not use the client for a creation without a clientRequestId, because the client would add one.
    (client, { json }) => (json.clientRequestId !== undefined ? client.incidents.create(json as never) : undefined),
  ],
  [
    'POST',
    at('/incidents/validate'),
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
    at('/incidents'),
    (client, { parameters }) => {
      const query = asIncidentQuery(parameters)
      return query && pageOf(client.incidents.list(query), parameters)
    },
  ],
  ['GET', at(`/incidents/${uuid}`), (client, { segments }) => client.incidents.get(segments[0]!)],
  ...changeOperations,
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
    'DELETE',
    at(`/incidents/${uuid}/media/${uuid}`),
    (client, { segments, idempotencyKey }) => client.incidents.media.delete(segments[0]!, segments[1]!, idempotencyKey),
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
    at('/comments/by-entity-type/incident'),
    (client, { parameters }) => {
      const { relatedEntityId = [], ...others } = parameters
      const query = asListQuery(others, ['id', 'createdAt'])
      if (!query || relatedEntityId.length !== 1 || !at(uuid).test(relatedEntityId[0]!)) return undefined
      return pageOf(client.comments.list(relatedEntityId[0]!, query), parameters)
    },
  ],
  [
    'POST',
    at('/comments/by-entity-type/incident'),
    (client, { json, idempotencyKey }) => {
      const { relatedEntityId, ...comment } = json
      // `comments.create` takes the incident id as a parameter, so it cannot send a body without relatedEntityId.
      return json.relatedEntityId !== undefined
        ? client.comments.create(relatedEntityId as string, comment, idempotencyKey)
        : undefined
    },
  ],
  ['GET', at(`/comments/${uuid}`), (client, { segments }) => client.comments.get(segments[0]!)],
  [
    'PATCH',
    at(`/comments/${uuid}`),
    (client, { segments, json, idempotencyKey }) => client.comments.update(segments[0]!, json, idempotencyKey),
  ],
  [
    'DELETE',
    at(`/comments/${uuid}`),
    (client, { segments, idempotencyKey }) => client.comments.delete(segments[0]!, idempotencyKey),
  ],
  ['GET', at('/creation-configurations/current'), (client) => client.creationConfigurations.current()],
  [
    'GET',
    at(String.raw`/creation-configurations/([1-9]\d*)`),
    (client, { segments }) => client.creationConfigurations.revision(Number(segments[0])),
  ],
  ['GET', at('/locations'), (client, { parameters }) => directoryPage(client.locations, parameters)],
  ['GET', at('/points'), (client, { parameters }) => directoryPage(client.points, parameters)],
  ['GET', at('/users'), (client, { parameters }) => directoryPage(client.users, parameters)],
  [
    'GET',
    at('/workflow-states'),
    (client, { parameters }) =>
      Object.keys(parameters).length === 0 ? pageOf(client.workflowStates.list(), {}) : undefined,
  ],
]

/** Operations for which the client sends If-Match. */
const isConditional = /^(PATCH|DELETE) \/incidents\/[^/]+$/

/**
 * Sends the request of a spec by calling a method of the SDK, like the program of an integrator.
 * @returns undefined if no method of the SDK can send the request
 */
export async function sendThroughClient(
  options: Pick<ClientOptions, 'baseUrl' | 'apiKey'>,
  method: string,
  path: string,
  { query, headers = {}, json, body }: Sending,
): Promise<ThroughClient | undefined> {
  const { 'idempotency-key': key, 'if-match': tag, prefer = 'handling=strict', ...unusual } = lowerCased(headers)
  const [, version] = /^"([1-9]\d{0,14})"$/.exec(tag ?? '') ?? []
  if (tag !== undefined && (version === undefined || !isConditional.test(`${method} ${path}`))) return undefined
  if (Object.keys(unusual).length > 0 || prefer !== 'handling=strict' || typeof body === 'string') return undefined
  if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) return undefined
  // The client cannot send a PATCH without a body or a DELETE with a body.
  if (method === 'PATCH' && json === undefined) return undefined
  if (method === 'DELETE' && (json ?? body) !== undefined) return undefined
  const [, pattern, operation] = operations.find((each) => each[0] === method && each[1].test(path)) ?? []
  if (!pattern || !operation) return undefined

  let raw: RawResponse | undefined
  const client = new TocsinClient({
    ...options,
    // Do not retry, because specs check the first response.
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
    ifMatch: version === undefined ? {} : { ifMatch: Number(version) },
  }
  const called = operation(client, request)
  return called && { body: await called.catch(detailsOf), raw: raw! }
}

/** Returns the problem in an error of the client. Throws the error again if the server sent no problem. */
function detailsOf(error: unknown): unknown {
  if (error instanceof TocsinProblem) return error.details
  throw error
}

/** Sort order of the list that returned a cursor, keyed by the cursor; undefined for the default order. */
const sortsOfCursors = new Map<string, string | undefined>()

/**
 * Reads one page through the client. Returns undefined if no earlier page with the same sort returned the cursor,
 * because users of the client get cursors only from pages.
 */
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

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
