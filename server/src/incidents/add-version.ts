import type { FastifyReply } from 'fastify'

/**
 * Adds the incident's version to the response as a strong `ETag`, and forbids proxies to transform the response. A
 * proxy that compressed the response would make the ETag weak, and a weak ETag never matches `If-Match`.
 */
export const addVersion = (reply: FastifyReply, { version }: { version: number }): FastifyReply =>
  reply.headers({ etag: `"${version}"`, 'cache-control': 'no-store, no-transform' })
