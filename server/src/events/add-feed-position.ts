import type { FastifyReply, FastifyRequest } from 'fastify'
import { writePosition } from './position.ts'
import { findNewest } from './position-queries.ts'

/**
 * Adds the header `Tocsin-Feed-Position` to the response of a list. Call it before the list is read: a caller who reads
 * the list and follows the feed from this position then misses no change.
 */
export async function addFeedPosition({ scope }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { service, organizationId } = scope
  const position = await service.feedPositions.get(organizationId, async () => writePosition(await findNewest(scope)))
  void reply.header('tocsin-feed-position', position)
}
