import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { View } from '@tocsin/contract/console/view.ts'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addLocation } from '../../src/directory/add-location.ts'
import { addPoint } from '../../src/directory/add-point.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { newIncident, newStaff, type TestServer } from './harness.ts'

export const allIncidents = { name: 'All', shared: true, query: '', layout: 'list' }

/**
 * Organization with a draft of the configuration, and with one incident, comment, file, view, location, point, user,
 * API key and paused webhook endpoint.
 */
export type Tenant = Awaited<ReturnType<typeof newTenant>>

export async function newTenant(server: TestServer) {
  const organization = await server.newOrganization()
  const staff = await organization.signIn('administrator')
  const { call } = staff
  const incident = await newIncident(organization.call)
  const path = `/incidents/${incident.id}`
  const { body: comment } = await call<Comment>('POST', `${path}/comments`, { body: formOf('files') })
  const { body: media } = await call<Media>('POST', `${path}/media`, { body: formOf('file') })
  const { body: view } = await call<View>('POST', '/views', { body: allIncidents })
  const location = await addLocation(organization.scope, { name: 'Harbour' })
  const point = await addPoint(organization.scope, { locationId: location.id, name: 'Door' })
  const { actorId: userId } = await newStaff(organization.scope)
  const { body: endpoint } = await call<WebhookEndpoint>('POST', '/webhook-endpoints', {
    body: { url: 'https://example.com/hook' },
  })
  await call('POST', `/webhook-endpoints/${endpoint.id}/pause`)
  await holdBack(organization.scope, endpoint.id, incident.id)
  const { body: keys } = await call<{ data: ApiKey[] }>('GET', '/keys')
  const { body: draft } = await call<SavedDraft>('GET', '/configuration/draft')
  draft.content.profiles[0]!.fields.description = { rule: 'required' }
  const { body: workflow } = await call<Workflow>('GET', '/workflow')
  const ids = { incidents: incident.id, views: view.id, locations: location.id, points: point.id, users: userId }
  return {
    ...organization,
    staff,
    incident,
    comment,
    draft,
    workflow,
    endpoint,
    ids: {
      ...ids,
      keys: keys.data[0]!.id,
      comments: comment.id,
      media: media.id,
      commentMedia: comment.mediaIds[0]!,
      'webhook-endpoints': endpoint.id,
    },
  }
}

/** Id of the event that the webhook endpoint of every tenant holds back. */
export const heldEventId = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

/** Makes an endpoint hold an incident back because of the event `heldEventId`. */
export const holdBack = ({ database, organizationId }: OrganizationScope, endpointId: Uuid, incidentId: Uuid) =>
  database
    .insertInto('webhook_retries')
    .values({
      organization_id: organizationId,
      endpoint_id: endpointId,
      incident_id: incidentId,
      position: 1,
      event_id: heldEventId,
      attempts: 1,
      failing_since: new Date().toISOString(),
      retry_at: new Date().toISOString(),
    })
    .execute()

/** Makes a multipart body with one part: a text or a file. */
export function formOf(name: 'message' | 'file' | 'files'): FormData {
  const form = new FormData()
  form.append(name, name === 'message' ? 'Hello' : new File(['contents'], 'note.txt'))
  return form
}
