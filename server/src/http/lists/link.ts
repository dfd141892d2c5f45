import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'
import { plainNameOf } from '../addresses/query-string.ts'

/** Maximum length of the URL in the `Link` header. Many clients accept no more than 8 to 16 KiB of headers in total. */
const addressMaximumLength = 6_000

/**
 * Adds the headers that lead to the next page. `Link` (RFC 8288) contains the URL of the request with the cursor
 * instead of the offset. `Tocsin-Next-Cursor` contains the cursor alone. If the URL is too long for a header, `Link` is
 * omitted.
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
