import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestDigest } from '../../request-digest.ts'
import type { KeyedRequest } from './write-once.ts'

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

/** Adds the header `Idempotent-Replayed` to the response to a retry. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) void reply.header('idempotent-replayed', 'true')
}
