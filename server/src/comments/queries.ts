import type { Comment } from '@tocsin/contract/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'

/** Everything a Comment is made of. */
export const commentColumns = [
  'id',
  'related_entity_id',
  'message',
  'media_ids',
  'created_at',
  'created_by',
  'edited',
  'external_id',
] as const satisfies (keyof Tables['comments'])[]

export type CommentRow = Pick<Selectable<Tables['comments']>, (typeof commentColumns)[number]>

export const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  relatedEntityId: row.related_entity_id,
  message: row.message,
  mediaIds: row.media_ids,
  createdAt: row.created_at,
  createdBy: row.created_by,
  edited: row.edited,
  externalId: row.external_id,
})

/** One Comment to store; the ids are made by the server. */
export interface NewComment {
  id: Uuid
  eventId: Uuid
  relatedEntityId: Uuid
  message: string | null
  externalId: string | null
  madeThroughApi: boolean
  idempotencyKey: string | null
  /** SHA-256 of the canonical body, lower-case hexadecimal. */
  requestSha256: string
}

/**
 * Inserts a Comment and its event in one statement.
 * @returns the row; undefined when there is no such Incident or the Idempotency-Key is taken.
 */
export async function insertComment(scope: OrganizationScope, comment: NewComment): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    with stored as (
      insert into comments (
        organization_id, id, entity_kind, related_entity_id, message, external_id, made_through_api, idempotency_key,
        request_sha256, created_by
      )
      select
        organization_id, ${comment.id}::uuid, 'incident', id, ${comment.message}::text, ${comment.externalId}::text,
        ${comment.madeThroughApi}::boolean, ${comment.idempotencyKey}::text, decode(${comment.requestSha256}, 'hex'),
        ${scope.actorId}::uuid
      from incidents
      where organization_id = ${scope.organizationId} and id = ${comment.relatedEntityId} and deleted_at is null
      on conflict (organization_id, idempotency_key) do nothing
      returning ${sql.join(commentColumns.map((column) => sql.ref(column)))}
    ),
    recorded as (
      insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes)
      select
        ${scope.organizationId}::uuid, ${comment.eventId}::uuid, 'comment_added', 'comment', id, created_by,
        jsonb_build_object('relatedEntityId', related_entity_id, 'message', message, 'externalId', external_id)
      from stored
    )
    select * from stored`.execute(scope.database)
  return rows[0]
}

/** Finds what an Idempotency-Key created, deleted since or not: a retry is answered all the same. */
export const findAddition = (scope: OrganizationScope, idempotencyKey: string) =>
  scope.database
    .selectFrom('comments')
    .select([...commentColumns, 'request_sha256'])
    .where('organization_id', '=', scope.organizationId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()

/** Finds a Comment that has not been deleted, nor its Incident, and keeps others from changing it meanwhile. */
export const lockComment = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('comments as comment')
    .innerJoin('incidents as incident', (join) =>
      join
        .onRef('incident.organization_id', '=', 'comment.organization_id')
        .onRef('incident.id', '=', 'comment.related_entity_id'),
    )
    .select(commentColumns.map((column) => `comment.${column}` as const))
    .select('comment.made_through_api')
    .where('comment.organization_id', '=', scope.organizationId)
    .where('comment.id', '=', id)
    .where('comment.deleted_at', 'is', null)
    .where('incident.deleted_at', 'is', null)
    .forUpdate('comment')
    .executeTakeFirst()

/** Of some ids, the Comments that have not been deleted. */
export const findComments = (scope: OrganizationScope, ids: Uuid[]) =>
  scope.database
    .selectFrom('comments')
    .select([...commentColumns, 'made_through_api'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()

export const updateComment = (scope: OrganizationScope, { id, message, externalId, edited }: Comment) =>
  scope.database
    .updateTable('comments')
    .set({ message, external_id: externalId, edited })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()

export const markRemoved = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('comments')
    .set({ deleted_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()

/** A condition: the Organization has this Incident, and it has not been deleted. */
export const incidentExists = (scope: OrganizationScope, id: Uuid) => sql<boolean>`exists (
  select from incidents where organization_id = ${scope.organizationId} and id = ${id} and deleted_at is null
)`

export async function hasIncident(scope: OrganizationScope, id: Uuid): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select ${incidentExists(scope, id)} as "exists"`.execute(
    scope.database,
  )
  return rows[0]!.exists
}
