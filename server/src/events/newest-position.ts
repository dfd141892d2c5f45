import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrganizationScope } from '../scope.ts'
import { writePosition, type Position } from './position.ts'
import { findNewest } from './position-queries.ts'

/** Finds the position of the newest event of an organization. Every organization has events since its creation. */
export async function newestPosition(scope: OrganizationScope): Promise<Position> {
  const newest = await findNewest(scope)
  if (!newest) throw new Error(`the organization ${scope.organizationId} has no feed`)
  return newest
}

/**
 * Adds the header `Tocsin-Feed-Position` to the response of a list. Call this function before reading the list, so that
 * a caller who follows the feed from this position misses no change.
 */
export async function addFeedPosition({ scope }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { service, organizationId } = scope
  const position = await service.feedPositions.get(organizationId, async () =>
    writePosition(await newestPosition(scope)),
  )
  void reply.header('tocsin-feed-position', position)
}
