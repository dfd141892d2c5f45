import { type ApiResponse, type Client, integration, type Query, reader } from './client.ts'
import { auditor, demand } from './organization.ts'
import type { Comment, Incident, MediaUrls, Page, Problem } from './resources.ts'

export const commentsPath = '/comments/by-entity-type/incident'

export const tryComment = (
  fields: Record<string, unknown>,
  client: Client = integration,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Comment & Problem>> => client.post(commentsPath, fields, { headers })

/** Creates a comment on an incident through the API. */
export async function comment(incidentId: string, fields: Record<string, unknown> = {}): Promise<Comment> {
  const { status, body, text } = await tryComment({ relatedEntityId: incidentId, message: 'Seen.', ...fields })
  if (status !== 201) throw new Error(`the comment was not created: ${status} ${text}`)
  return body
}

export const listComments = (
  relatedEntityId: string,
  query: Exclude<Query, string> = {},
): Promise<ApiResponse<Page<Comment> & Problem>> => reader.get(commentsPath, { query: { relatedEntityId, ...query } })

export const mediaUrls = (
  commentId: string,
  mediaId: string,
  client: Client = reader,
): Promise<ApiResponse<MediaUrls>> => client.get(`/download/comments/${commentId}/media/${mediaId}/urls`)

/** Lists the comments on the 200 oldest incidents, which existed before the specs ran. */
export async function existingComments(): Promise<Comment[]> {
  const incidents = await reader.get<Page<Incident>>('/incidents', { query: { sort: 'createdAt', limit: 200 } })
  const pages = await Promise.all(incidents.body.data.map(({ id }) => listComments(id)))
  return pages.flatMap(({ body }) => body.data)
}

export const isOfStaff = ({ createdBy }: Comment): boolean => createdBy !== auditor.id

/** Finds a comment that staff wrote in the console, not through this API. @throws Error if there is none */
export const findStaffComment = async (): Promise<Comment> =>
  demand(await existingComments(), 'comment of staff', isOfStaff)
