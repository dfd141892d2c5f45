import type { FastifyRequest } from 'fastify'
import { publicUrlOf } from './public-url.ts'

/** RFC 8288: the address of the next page, the query as it was with the cursor in place of the offset. */
export function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, publicUrlOf(request))
  url.searchParams.delete('offset')
  url.searchParams.set('cursor', cursor)
  return `<${url.href}>; rel="next"`
}
