import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { ListMeta } from '@tocsin/contract/api/list.ts'
import { addComment } from '../../src/comments/add.ts'
import type { Call } from './caller.ts'
import { newIncident, newStaff, type TestServer } from './harness.ts'

export interface CommentList {
  data: Comment[]
  meta: ListMeta
}

export const commentsPath = '/comments/by-entity-type/incident'

/**
 * Creates an organization with one incident and one member of staff, and a second, unrelated organization.
 * @returns the first organization and the incident; `other`, the second organization; and `byStaff`, which adds a
 * comment to the incident as the member of staff.
 */
export async function newSituation(server: TestServer) {
  const organization = await server.newOrganization()
  const other = await server.newOrganization()
  const incident = await newIncident(organization.call)
  const staff = await newStaff(organization.scope)
  const byStaff = (message: string) =>
    addComment(staff, { relatedEntityId: incident.id, message }, { madeThroughApi: false })
  return { ...organization, other, incident, staff, byStaff }
}

export const createComment = (call: Call, body: Record<string, unknown>, idempotencyKey?: string) =>
  call<Comment>('POST', commentsPath, {
    body,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  })

export const listComments = (call: Call, relatedEntityId: string, query = '') =>
  call<CommentList>('GET', `${commentsPath}?relatedEntityId=${relatedEntityId}${query}`)
