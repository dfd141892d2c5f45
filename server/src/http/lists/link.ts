import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'
import { plainNameOf } from '../addresses/query-string.ts'

/** Leaves room for other headers: clients commonly accept 8 to 16 KiB in total. */
const addressMaximumLength = 6_000

/**
 * Links the next page: `Link` (RFC 8288) has the same query with the cursor instead of the offset, `Tocsin-Next-Cursor`
 * the cursor alone. An address that is too long for a header leaves only the latter.
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
