import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Service } from '@tocsin/server/src/service.ts'
import { addLocation } from '@tocsin/server/src/directory/add-location.ts'
import { addPoint } from '@tocsin/server/src/directory/add-point.ts'
import { addUser } from '@tocsin/server/src/directory/users/add.ts'
import { issueKey } from '@tocsin/server/src/identity/keys/issue.ts'
import { createOrganization } from '@tocsin/server/src/organizations/create.ts'
import { openSession } from '@tocsin/server/src/identity/sessions/open.ts'
import { callJson } from './call-json.ts'

export type Headers = [name: string, value: string][]

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Organization with at least one object of every kind that a route can read or change. */
export interface FuzzedOrganization {
  /** Ids and other values, keyed by the name of the field or parameter in which they are sent, such as `locationId`. */
  ids: Record<string, string>
  /**
   * Request bodies that the console would send after a user has changed something. The keys are the method and the URL
   * pattern of the route, separated by a space.
   */
  documents: Record<string, unknown>
  /** Path and query string of a signed download URL. */
  downloadPath: string
  /** Returns headers with valid credentials for a route. The list is empty for a route that needs no credentials. */
  credentialsFor(url: string): Headers
  /** Issues a new API key and opens a new session, for example after an attack has revoked the previous ones. */
  renewCredentials(): Promise<void>
  /** Creates a new incident and a new comment, which the next request changes or deletes. */
  renewSubject(): Promise<void>
  /** Returns the ETag of the incident that `renewSubject` created last. */
  entityTag(): string
}

const password = 'a password long enough'

export async function createFuzzedOrganization(service: Service, port: number): Promise<FuzzedOrganization> {
  const configuration = exampleConfiguration()
  const operator = await createOrganization(service, `Fuzzed ${randomUUID()}`, configuration)
  const email = `${randomUUID()}@example.com`
  const userId = await addUser(operator, { name: 'Maren Holt', email, role: 'administrator', password })
  const other = { name: 'Ida Brandt', email: `other-${email}`, role: 'member' as const, password: undefined }
  const otherUserId = await addUser(operator, other)
  const location = await addLocation(operator, { name: 'Harbour', externalId: 'harbour' })
  const point = await addPoint(operator, { locationId: location.id, name: 'Door' })
  let keyHeaders: Headers = []
  let sessionHeaders: Headers = []
  const ids: Record<string, string> = {
    organizationId: operator.organizationId,
    typeId: configuration.types[0]!.id,
    categoryId: configuration.categories[0]!.id,
    profileId: configuration.profiles[0]!.id,
    locationId: location.id,
    pointId: point.id,
    userId: otherUserId,
    assigneeId: otherUserId,
    email,
    password,
    currentPassword: password,
  }
  const call: Call = (method, path, body) => callJson(port, method, path, body, sessionHeaders)
  const renewCredentials = async () => {
    const { key, id } = await issueKey(operator, { name: 'fuzz', scopes: ['read', 'write', 'webhooks'] })
    const { token, session } = await openSession(operator.actingAs(userId), 'fuzz')
    keyHeaders = [['x-api-key', key]]
    sessionHeaders = [
      ['cookie', `tocsin_session=${token}`],
      ['x-csrf-token', session.csrfToken],
    ]
    ids.keyId = id
  }
  let entityTag = ''
  const renewSubject = async () => {
    const incident = await call('POST', '/incidents', { clientRequestId: randomUUID(), name: 'Freezer too warm' })
    Object.assign(ids, { incidentId: incident.id, relatedEntityId: incident.id, stateId: incident.stateId })
    entityTag = `"${incident.version}"`
    const comment = await callJson(
      port,
      'POST',
      '/comments/by-entity-type/incident',
      { relatedEntityId: ids.incidentId, message: 'Hello' },
      keyHeaders,
    )
    ids.commentId = comment.id as string
  }
  await renewCredentials()
  await renewSubject()
  const downloadPath = await addFilesAndView(ids, call)
  const draft = await call('GET', '/configuration/draft')
  const workflow = await call('GET', '/workflow')
  return {
    ids,
    documents: {
      'PUT /api/console/configuration/draft': pick(draft, ['version', 'basedOnRevision', 'content']),
      'PUT /api/console/workflow': pick(workflow, ['version', 'initialStateId', 'states', 'transitions']),
    },
    downloadPath,
    credentialsFor: (url) =>
      url.startsWith('/api/v1/') ? keyHeaders : url.startsWith('/api/console/') ? sessionHeaders : [],
    renewCredentials,
    renewSubject,
    entityTag: () => entityTag,
  }
}

/**
 * Adds a file to the incident, a comment with a file, and a view.
 * @returns path and query string of the signed download URL of the incident's file.
 */
async function addFilesAndView(ids: Record<string, string>, call: Call): Promise<string> {
  ids.mediaId = (await call('POST', `/incidents/${ids.incidentId}/media`, formOf('file'))).id as string
  const comment = await call('POST', `/incidents/${ids.incidentId}/comments`, formOf('files'))
  const urls = await call('GET', `/download/incidents/${ids.incidentId}/media/${ids.mediaId}/urls`)
  ids.commentMediaId = (comment.mediaIds as string[])[0]!
  ids.mediaCommentId = comment.id as string
  ids.mediaIncidentId = ids.incidentId!
  const view = { name: 'All', shared: true, query: '', layout: 'list' }
  ids.viewId = (await call('POST', '/views', view)).id as string
  return (urls.downloadUrl as string).replace(/^https?:\/\/[^/]+/, '')
}

function exampleConfiguration(): ConfigurationContent {
  const [typeId, profileId] = [randomUUID(), randomUUID()]
  return {
    types: [{ id: typeId, name: 'Cooling', active: true, profileId }],
    categories: [{ id: randomUUID(), typeId, name: 'Freezer', active: true }],
    profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  }
}

function formOf(name: string): FormData {
  const form = new FormData()
  form.append(name, new File(['contents'], 'note.txt'))
  return form
}

const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))
