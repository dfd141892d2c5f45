import { IdempotencyKey } from '@tocsin/contract/api/idempotency-key.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { requestDigest } from '../../request-digest.ts'
import { writeOnce, type KeyedRequest, type Write } from './write-once.ts'

/** Request headers of a write that accepts an Idempotency-Key. */
export const keyHeaders = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })

/**
 * Describes a write by its Idempotency-Key, operation, resource and input.
 * @param input flat object that a retry must repeat. Defaults to the normalized body, and to an empty object for an
 *   operation without a body.
 * @returns undefined if the request has no key.
 */
export function keyedRequest(
  request: FastifyRequest,
  resourceId: Uuid,
  input?: Record<string, string>,
): KeyedRequest | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  const { operationId, body } = request.routeOptions.schema!
  // Ignore a body without a schema. It may be a long text, whose digest would block the server for seconds.
  const requestSha256 = requestDigest(input ?? (body ? (request.body as object) : {}))
  return { key, operation: operationId!, resourceId, requestSha256 }
}

/**
 * Runs the write of a request at most once for each Idempotency-Key. Marks the response to a retry.
 * @param resourceId id of the object that the request creates, changes or deletes.
 * @param input see `keyedRequest`.
 */
export async function runOnce<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  resourceId: Uuid,
  write: Write<Result>,
  input?: Record<string, string>,
): Promise<Result> {
  const { result, isReplay } = await writeOnce(request.scope, keyedRequest(request, resourceId, input), write)
  markReplay(reply, isReplay)
  return result
}

/** Adds the header `Idempotent-Replayed` to the response to a retry. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) void reply.header('idempotent-replayed', 'true')
}
