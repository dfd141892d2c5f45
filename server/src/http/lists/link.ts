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
  void reply.header('tocsin-next-cursor', cursor)
  const href = addressOf(request, cursor)
  if (href.length <= addressMaximumLength) void reply.header('link', `<${href}>; rel="next"`)
}

function addressOf(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, publicUrlOf(request))
  // Do not delete the parameters one by one: each deletion reads the whole query string, which may have 10,000
  // parameters.
  const otherParameters = [...url.searchParams].filter(([name]) => !['offset', 'cursor'].includes(plainNameOf(name)))
  url.search = new URLSearchParams([...otherParameters, ['cursor', cursor]]).toString()
  return url.href
}
