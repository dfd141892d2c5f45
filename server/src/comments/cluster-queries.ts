import type { Comment } from '@tocsin/contract/api/comment.ts'
import { commentCreated } from '@tocsin/contract/events/comment-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { lockFeed, nextPosition } from '../database/lock-feed.ts'
import { sendAhead } from '../database/send-ahead.ts'
import type { OrganizationScope } from '../scope.ts'
import { commentColumns, creationOperation, type NewComment } from './queries.ts'

/**
 * Inserts comments, their Idempotency-Keys and their events on a cluster, in a transaction that a single node runs.
 * `insertComments` does not suit a cluster: its WITH queries write rows, so Citus would copy rows between the nodes and
 * commit in two phases.
 * @see docs/decisions/0025-distribute-by-organization.md
 */
export const insertCommentsOnCluster = (scope: OrganizationScope, comments: NewComment[]): Promise<Comment[]> =>
  scope.transaction(async (inner) => {
    const existing = await findExisting(inner, comments)
    const addressed = comments.filter(({ relatedEntityId }) => existing.has(relatedEntityId))
    const claimed = await claimKeys(inner, addressed)
    const stored = addressed.filter(({ id, idempotencyKey }) => idempotencyKey === undefined || claimed.has(id))
    return stored.length > 0 ? store(inner, stored) : []
  })

async function findExisting({ database, organizationId }: OrganizationScope, comments: NewComment[]) {
  const ids = comments.map(({ relatedEntityId }) => relatedEntityId)
  const rows = await database
    .selectFrom('incidents')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores the Idempotency-Keys of the comments, except those that are stored already.
 * @returns the ids of the comments whose Idempotency-Keys were stored by this call.
 */
async function claimKeys({ database, organizationId }: OrganizationScope, comments: NewComment[]): Promise<Set<Uuid>> {
  const keys = comments.flatMap(({ id, idempotencyKey: key, requestSha256 }) => {
    const request_sha256 = Buffer.from(requestSha256, 'hex')
    return key === undefined
      ? []
      : [{ organization_id: organizationId, key, operation: creationOperation, resource_id: id, request_sha256 }]
  })
  if (keys.length === 0) return new Set()
  const rows = await database
    .insertInto('idempotency_keys')
    // Sort the Idempotency-Keys: two statements that lock the same keys in different orders could wait for each other.
    .values(keys.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returning('resource_id')
    .execute()
  return new Set(rows.map(({ resource_id }) => resource_id))
}

async function store(scope: OrganizationScope, comments: NewComment[]): Promise<Comment[]> {
  const { database, organizationId } = scope
  const rows = comments.map(({ id, relatedEntityId, message, externalId, madeThroughApi, actorId }) => ({
    organization_id: organizationId,
    id,
    entity_kind: 'incident' as const,
    related_entity_id: relatedEntityId,
    message,
    external_id: externalId,
    made_through_api: madeThroughApi,
    created_by: actorId,
  }))
  const insert = database.insertInto('comments').values(rows).returning(commentColumns)
  const stored = await sendAhead(database, insert)
  // Lock the feed after the Idempotency-Keys and comments are stored, because the feed is the last lock of every
  // transaction.
  const feedLock = await sendAhead(database, lockFeed(scope))
  const next = await sendAhead(database, sql<{ first: number }>`select ${nextPosition(scope)} as first`)
  // Await the responses in their order: after a failed statement, PostgreSQL rejects the later ones too, and only the
  // first error contains the reason.
  const { rows: inserted } = await stored.response
  await feedLock.response
  const { rows: positions } = await next.response
  const events = comments.map(({ id, relatedEntityId, message, externalId, actorId, keyId }, index) => ({
    organization_id: organizationId,
    id,
    kind: commentCreated.kind,
    kind_version: commentCreated.version,
    incident_id: relatedEntityId,
    actor_id: actorId,
    key_id: keyId,
    data: JSON.stringify({ commentId: id, message: message ?? null, externalId: externalId ?? null }),
    at: sql<string>`now()`,
    position: positions[0]!.first + index,
  }))
  await database.insertInto('events').values(events).execute()
  return inserted
}
