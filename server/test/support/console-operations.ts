import { channel } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { FastifyInstance } from 'fastify'
import { consolePrefix } from '../../src/http/openapi/openapi.ts'
import { allIncidents, formOf, heldEventId, type Tenant } from './console-tenant.ts'
import type { SignedIn } from './console.ts'

/**
 * Records every operation below /api/console of each server that is started after this call.
 * @returns a set of operations, such as `GET /incidents/:id`. The set is empty until a server starts.
 * @see the diagnostics channel `fastify.initialization` of Fastify
 */
export function recordOperations(): Set<string> {
  const recorded = new Set<string>()
  channel('fastify.initialization').subscribe((message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      if (!url.startsWith(consolePrefix)) return
      for (const one of [method].flat()) recorded.add(`${one} ${url.slice(consolePrefix.length)}`)
    })
  })
  return recorded
}

interface Operation {
  /** Lowest role whose users may call the operation; `anyone` if it requires no session. */
  role: Role | 'anyone'
  /**
   * Makes a request body that the operation accepts; undefined for an operation without a body. A string is sent with
   * JSON quotes, which makes it a valid line of CSV too.
   */
  body?: (tenant: Tenant) => unknown
  headers?: (tenant: Tenant) => Promise<Record<string, string>>
}

const needs = (role: Operation['role'], body?: Operation['body'], headers?: Operation['headers']): Operation => ({
  role,
  ...(body && { body }),
  ...(headers && { headers }),
})

const newReport = () => ({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C' })

async function ifUnchanged({ staff, ids }: Tenant): Promise<Record<string, string>> {
  const { body } = await staff.call<IncidentResponse>('GET', `/incidents/${ids.incidents}`)
  return { 'if-match': `"${body.version}"` }
}

async function ifDraftUnchanged({ staff }: Tenant): Promise<Record<string, string>> {
  const { body } = await staff.call<{ version: number }>('GET', '/configuration/draft')
  return { 'if-match': `"${body.version}"` }
}

/**
 * Every operation of the console. A test that calls all operations in this order can use the same tenant for all of
 * them.
 */
export const operations: Record<string, Operation> = {
  'POST /session': needs('anyone', ({ staff }) => ({ email: staff.user.email, password: staff.password })),
  'GET /set-up': needs('anyone'),
  'POST /set-up': needs('anyone', () => ({
    code: '7KQF-M2XD-94TB-HWRC',
    organizationName: 'Other',
    name: 'Maren Holt',
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
  })),
  'GET /session': needs('member'),
  'GET /events': needs('member'),
  'GET /overview': needs('member'),
  'GET /overview/first-steps': needs('administrator'),

  'POST /incidents': needs('member', newReport),
  'POST /incidents/validate': needs('member', newReport),
  'GET /incidents': needs('member'),
  'GET /incidents/count': needs('member'),
  'GET /incidents.csv': needs('member'),
  'GET /incidents/:id': needs('member'),
  'GET /incidents/:id/timeline': needs('member'),
  'PATCH /incidents/:id': needs(
    'member',
    ({ ids }) => ({ name: 'Other', description: 'It drips.', locationId: ids.locations, tags: ['cold'] }),
    ifUnchanged,
  ),
  'POST /incidents/bulk-change': needs('member', ({ ids }) => ({
    change: { priority: 'CRITICAL' },
    incidentIds: [ids.incidents],
  })),
  'POST /incidents/bulk-undo': needs('member', () => ({ events: [{ first: 1, last: 1 }] })),

  'GET /comments/by-entity-type/incident': needs('member'),
  'POST /incidents/:id/comments': needs('member', () => formOf('message')),
  'GET /download/comments/:commentId/media/:mediaId/urls': needs('member'),
  'PATCH /comments/:commentId': needs('member', () => ({ message: 'Other' })),
  'DELETE /comments/:commentId': needs('member'),

  'POST /incidents/:id/media': needs('member', () => formOf('file')),
  'GET /incidents/:id/media': needs('member'),
  'GET /download/incidents/:incidentId/media/:mediaId/urls': needs('member'),
  'DELETE /incidents/:id/media/:mediaId': needs('member'),
  'DELETE /incidents/:id': needs('member'),
  'POST /incidents/:id/restore': needs('member'),

  'PATCH /organization': needs('administrator', () => ({ timeZone: 'Europe/Lisbon' })),
  'POST /organization/template': needs('administrator', () => ({ template: 'shops' })),
  'GET /about': needs('administrator'),
  'GET /views': needs('member'),
  'POST /views': needs('member', () => allIncidents),
  'POST /views/counts': needs('member', () => ({ queries: ['state=open&assigned=false', 'priority=CRITICAL'] })),
  'PUT /views/preferences': needs('member', ({ ids }) => ({ order: [ids.views], defaultView: 'mine' })),
  'PATCH /views/:id': needs('member', () => ({ name: 'Other' })),
  'DELETE /views/:id': needs('member'),

  'GET /creation-configurations/current': needs('member'),
  'GET /creation-configurations/:revision': needs('member'),
  'GET /configuration/draft': needs('administrator'),
  'PUT /configuration/draft': needs('administrator', ({ draft: { version, basedOnRevision, content } }) => ({
    version,
    basedOnRevision,
    content,
  })),
  'GET /configuration/draft/difference': needs('administrator'),
  'POST /configuration/draft/publish': needs('administrator', () => ({ version: 1 })),
  'DELETE /configuration/draft': needs('administrator', undefined, ifDraftUnchanged),
  'GET /configuration/revisions': needs('administrator'),
  'GET /configuration/revisions/:revision': needs('administrator'),
  'GET /configuration/revisions/:from/difference/:to': needs('administrator'),
  'GET /configuration/oldest-revision-age': needs('administrator'),
  'PUT /configuration/oldest-revision-age': needs('administrator', () => ({ days: 30 })),

  'GET /locations': needs('member'),
  'GET /directory/locations': needs('administrator'),
  'POST /locations': needs('administrator', () => ({ name: 'Market', externalId: 'S-2' })),
  'PATCH /locations/:id': needs('administrator', () => ({ name: 'Other', externalId: 'S-1' })),
  'POST /locations/:id/archive': needs('administrator'),
  'POST /locations/:id/restore': needs('administrator'),
  'POST /locations/import': needs(
    'administrator',
    () => 'location',
    async () => ({ 'content-type': 'text/csv' }),
  ),
  'GET /points': needs('member'),
  'GET /directory/points': needs('administrator'),
  'POST /points': needs('administrator', ({ ids }) => ({ locationId: ids.locations, name: 'Till' })),
  'PATCH /points/:id': needs('administrator', () => ({ name: 'Other' })),
  'POST /points/:id/archive': needs('administrator'),
  'POST /points/:id/restore': needs('administrator'),

  'GET /users': needs('member'),
  'GET /directory/users': needs('administrator'),
  'POST /users': needs('administrator', () => ({
    name: 'Jonas Weber',
    email: `${randomUUID()}@example.com`,
    role: 'member',
    password: 'correct horse battery',
  })),
  'PATCH /users/:id': needs('administrator', () => ({
    name: 'Other',
    email: `${randomUUID()}@example.com`,
    role: 'member',
  })),
  'PUT /users/:id/password': needs('administrator', () => ({ password: 'correct horse battery' })),
  'POST /users/:id/archive': needs('administrator'),
  'POST /users/:id/restore': needs('administrator'),

  'GET /workflow-states': needs('member'),
  'GET /workflow': needs('member'),
  'PUT /workflow': needs('administrator', ({ workflow: { version, states, transitions }, incident }) => ({
    version,
    initialStateId: incident.stateId,
    states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
    transitions,
  })),

  'GET /keys': needs('administrator'),
  'POST /keys': needs('administrator', () => ({ name: 'Till', scopes: ['read'], expiresAt: '2099-01-01T00:00:00Z' })),
  'POST /keys/:id/rotate': needs('administrator', () => ({ overlapHours: 24 })),
  'POST /keys/:id/revoke': needs('administrator'),

  'GET /webhook-endpoints': needs('administrator'),
  'POST /webhook-endpoints': needs('administrator', () => ({ url: 'https://example.com/other' })),
  'GET /webhook-endpoints/:id': needs('administrator'),
  'PATCH /webhook-endpoints/:id': needs('administrator', () => ({ kinds: ['incident.created'] })),
  'POST /webhook-endpoints/:id/rotate-secret': needs('administrator'),
  'POST /webhook-endpoints/:id/pause': needs('administrator'),
  'POST /webhook-endpoints/:id/test': needs('administrator'),
  'GET /webhook-endpoints/:id/attempts': needs('administrator'),
  'POST /webhook-endpoints/:id/skip': needs('administrator', () => ({ eventId: heldEventId })),
  'POST /webhook-endpoints/:id/replay': needs('administrator', ({ endpoint }) => ({ after: endpoint.position })),
  'POST /webhook-endpoints/:id/resume': needs('administrator'),
  'DELETE /webhook-endpoints/:id': needs('administrator'),

  'PUT /session/password': needs('member', ({ staff }) => ({
    currentPassword: staff.password,
    newPassword: 'another horse battery',
  })),
  'DELETE /session': needs('member'),
  'DELETE /sessions': needs('member'),
}

/**
 * Returns the method and the path of an operation. The ids in the path are those of the tenant.
 * @param idOf replaces each id in the path, for example with an id that does not exist; by default unchanged.
 */
export function addressOf(name: string, { ids }: Tenant, idOf: (id: string) => string = (id) => id) {
  const [method = '', template = ''] = name.split(' ')
  const [, noun = ''] = template.split('/')
  const commentId = ids.comments
  const mediaId = template.includes('/comments/') ? ids.commentMedia : ids.media
  const values: Record<string, string> = {
    incidentId: ids.incidents,
    commentId,
    mediaId,
    revision: '1',
    from: '1',
    to: '1',
  }
  const idsByNoun: Record<string, string> = ids
  const path = template.replaceAll(/:(\w+)/g, (_, parameter: string) => idOf(values[parameter] ?? idsByNoun[noun]!))
  const query = template.startsWith('/comments/by') ? `?relatedEntityId=${ids.incidents}` : ''
  return { method, path: path + query }
}

/** Returns the headers that a signed-in user needs for a write: session cookie and CSRF token. */
export const ownHeaders = ({ cookie, csrfToken }: SignedIn): Record<string, string> => ({
  cookie,
  'x-csrf-token': csrfToken,
})
