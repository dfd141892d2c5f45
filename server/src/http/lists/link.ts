import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'
import { plainNameOf } from '../addresses/query-string.ts'

/** Clients commonly read no more than 8 to 16 KiB of headers. */
const addressMaximumLength = 6_000

/**
 * Leads to the next page: `Link` (RFC 8288) with the same query and the cursor instead of the offset, and the cursor
 * alone in `Tocsin-Next-Cursor`. If the address is too long for a header, only the latter is sent.
 */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const url = new URL(request.url, publicUrlOf(request))
  for (const name of new Set(url.searchParams.keys())) {
    if (['offset', 'cursor'].includes(plainNameOf(name))) url.searchParams.delete(name)
  }
  url.searchParams.set('cursor', cursor)
  void reply.header('tocsin-next-cursor', cursor)
  if (url.href.length <= addressMaximumLength) void reply.header('link', `<${url.href}>; rel="next"`)
}
