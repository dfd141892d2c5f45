import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestDigest } from '../../request-digest.ts'
import type { KeyedRequest } from './write-once.ts'

/**
 * Describes a write by its Idempotency-Key, operation, resource and normalized body.
 * @returns undefined if the request has no key.
 */
export function keyedRequest(request: FastifyRequest, resourceId: Uuid): KeyedRequest | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  return {
    key,
    operation: request.routeOptions.schema!.operationId!,
    resourceId,
    requestSha256: requestDigest((request.body as object | undefined) ?? {}),
  }
}

/** Adds the header `Idempotent-Replayed` to the response to a retry. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) void reply.header('idempotent-replayed', 'true')
}
