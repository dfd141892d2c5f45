import type { FastifyReply } from 'fastify'

/**
 * Adds the incident's version as `ETag`, and forbids proxies to transform the response. The ETag is strong, so no proxy
 * may compress the response: compression would make the tag weak, and a weak tag never matches `If-Match`.
 */
export const addVersion = (reply: FastifyReply, { version }: { version: number }): FastifyReply =>
  reply.headers({ etag: `"${version}"`, 'cache-control': 'no-store, no-transform' })
