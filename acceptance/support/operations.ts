import { randomUUID } from 'node:crypto'
import { everyField } from './every-field.ts'
import { initialState } from './organization.ts'

/** Operation of the API, with the parameters, body and statuses that specs use to test the operation. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path relative to the base URL, with path parameters in braces. */
  path: string
  /** True if an API key that has only the scope `read` may not call the operation. */
  writes: boolean
  /** Statuses that the operation may answer with, besides 429 and 503, which all operations have. */
  statuses: readonly number[]
  query: readonly string[]
  /** Makes a valid JSON body with every field. Undefined if the operation has no JSON body. */
  body: (() => Record<string, unknown>) | undefined
}

const paging = ['limit', 'offset', 'sort', 'cursor']
const referenceFilters = ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy']
const incidentBounds = ['startAt', 'endAt', 'createdFrom', 'createdUntil']
const incidentFilters = [
  ...referenceFilters,
  ...incidentBounds,
  'state',
  'q',
  'priority',
  'tags',
  'externalId',
  'number',
]

const fullPatch = () => ({ ...everyField(), stateId: initialState.id, comment: 'Still wet.' })

const fullCreation = () => {
  const { stateId: _, comment: __, ...fields } = fullPatch()
  return { clientRequestId: randomUUID(), configVersion: undefined, ...fields }
}

const reads = (id: string, path: string, statuses: number[], query: string[] = []): Operation => ({
  id,
  method: 'GET',
  path,
  writes: false,
  statuses,
  query,
  body: undefined,
})

const writes = (
  id: string,
  method: Operation['method'],
  path: string,
  statuses: number[],
  body?: Operation['body'],
): Operation => ({ id, method, path, writes: true, statuses, query: [], body })

const endpointPath = '/webhook-endpoints/{id}'
const fullEndpoint = () => ({ url: 'https://receiver.invalid/hook', description: 'Till', kinds: ['incident.created'] })

/** Makes a webhook operation, which needs an API key with the scope `webhooks`, even if the operation only reads. */
const ofWebhooks = (
  id: string,
  method: Operation['method'],
  path: string,
  [success, ...others]: [success: number, ...others: number[]],
  body?: Operation['body'],
): Operation => writes(id, method, path, [success, 400, 401, ...others, 500], body)

const webhookOperations: Operation[] = [
  ofWebhooks('list-webhook-endpoints', 'GET', '/webhook-endpoints', [200]),
  ofWebhooks('create-webhook-endpoint', 'POST', '/webhook-endpoints', [201], fullEndpoint),
  ofWebhooks('get-webhook-endpoint', 'GET', endpointPath, [200, 404]),
  ofWebhooks('update-webhook-endpoint', 'PATCH', endpointPath, [200, 404], fullEndpoint),
  ofWebhooks('delete-webhook-endpoint', 'DELETE', endpointPath, [204, 404]),
  ofWebhooks('rotate-webhook-secret', 'POST', `${endpointPath}/rotate-secret`, [200, 404]),
  ofWebhooks('test-webhook-endpoint', 'POST', `${endpointPath}/test`, [200, 404]),
  ofWebhooks('pause-webhook-endpoint', 'POST', `${endpointPath}/pause`, [200, 404]),
  ofWebhooks('resume-webhook-endpoint', 'POST', `${endpointPath}/resume`, [200, 404]),
  ofWebhooks('skip-webhook-event', 'POST', `${endpointPath}/skip`, [200, 404], () => ({ eventId: randomUUID() })),
  ofWebhooks('replay-webhook-events', 'POST', `${endpointPath}/replay`, [200, 404], () => ({ after: 'c81e728d-1' })),
  {
    ...ofWebhooks('list-webhook-attempts', 'GET', `${endpointPath}/attempts`, [200, 404]),
    query: ['limit', 'cursor'],
  },
]

/** Operations of the contract. @see docs/contract.md#4 */
export const specifiedOperations: Operation[] = [
  writes('create-incident', 'POST', '/incidents', [201, 400, 401, 404, 500], fullCreation),
  reads('list-incidents', '/incidents', [200, 401, 500], [...paging, ...incidentFilters]),
  reads(
    'list-comments',
    '/comments/by-entity-type/incident',
    [200, 400, 401, 404, 500],
    ['relatedEntityId', ...paging],
  ),
  writes('create-comment', 'POST', '/comments/by-entity-type/incident', [201, 400, 401, 404, 500], () => ({
    relatedEntityId: randomUUID(),
    message: 'Seen.',
    externalId: 'note-1',
  })),
  writes('update-comment', 'PATCH', '/comments/{commentId}', [200, 400, 401, 404, 500], () => ({
    message: 'Seen.',
    externalId: 'note-1',
  })),
  writes('delete-comment', 'DELETE', '/comments/{commentId}', [204, 400, 401, 404, 500]),
  reads(
    'get-comment-media-download-url',
    '/download/comments/{commentId}/media/{mediaId}/urls',
    [200, 400, 401, 404, 500],
  ),
]

const extensions: Operation[] = [
  reads('get-incident', '/incidents/{id}', [200, 400, 401, 404, 500]),
  writes('update-incident', 'PATCH', '/incidents/{id}', [200, 400, 401, 404, 412, 500], fullPatch),
  writes('delete-incident', 'DELETE', '/incidents/{id}', [204, 400, 401, 404, 412, 500]),
  writes('restore-incident', 'POST', '/incidents/{id}/restore', [200, 400, 401, 404, 500]),
  writes('batch-incidents', 'POST', '/incidents/batch', [200, 400, 401, 500], () => ({
    items: [{ create: fullCreation() }, { patch: { id: randomUUID(), body: fullPatch() } }],
  })),
  writes('validate-incident', 'POST', '/incidents/validate', [200, 400, 401, 404, 500], fullCreation),
  writes('attach-incident-media', 'POST', '/incidents/{id}/media', [201, 400, 401, 404, 500]),
  writes('delete-incident-media', 'DELETE', '/incidents/{id}/media/{mediaId}', [204, 400, 401, 404, 500]),
  reads('get-comment', '/comments/{commentId}', [200, 400, 401, 404, 500]),
  reads(
    'get-incident-media-download-url',
    '/download/incidents/{incidentId}/media/{mediaId}/urls',
    [200, 400, 401, 404, 500],
  ),
  reads('list-events', '/events', [200, 400, 401, 500], ['after', 'kind', 'limit']),
  reads('list-all-comments', '/comments', [200, 400, 401, 500], ['limit', 'cursor']),
  ...webhookOperations,
  reads('get-current-creation-configuration', '/creation-configurations/current', [200, 304, 401, 412, 500]),
  reads('get-creation-configuration', '/creation-configurations/{revision}', [200, 304, 400, 401, 404, 412, 500]),
  reads('list-locations', '/locations', [200, 400, 401, 500], [...paging, 'q', 'archived']),
  reads('list-points', '/points', [200, 400, 401, 500], [...paging, 'q', 'archived', 'id', 'locationId']),
  reads('list-users', '/users', [200, 400, 401, 500], [...paging, 'q', 'archived']),
  reads('list-workflow-states', '/workflow-states', [200, 400, 401, 500]),
]

export const operations: Operation[] = [...specifiedOperations, ...extensions]

/** Returns true if the operation may answer with the status, and the status is below 500. */
export const mayAnswer = ({ statuses }: Operation, status: number): boolean => statuses.includes(status) && status < 500

export const pathParameters = ({ path }: Pick<Operation, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Replaces the path parameters with `values`, without encoding. A parameter without a value gets a random UUID. */
export const pathWith = ({ path }: Operation, values: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? randomUUID())
