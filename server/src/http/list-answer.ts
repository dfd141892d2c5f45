import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { nextLink } from './link.ts'
import type { ListQuery } from './list-query.ts'
import { handlingPreference } from './preference.ts'

/**
 * Decides what a faulty query means where the specification lists no 400: by default it fails closed and names what was
 * ignored; with `Prefer: handling=strict` it is refused.
 * @see design 4, List query
 */
export function applyHandling(request: FastifyRequest, reply: FastifyReply, query: ListQuery): void {
  const handling = handlingPreference(request)
  if (handling) void reply.header('preference-applied', `handling=${handling}`)
  if (handling === 'strict') return refuseFaults(query)
  const ignored = query.ignoredParameters.map(encodeURIComponent)
  if (ignored.length > 0) void reply.header('tocsin-ignored-parameters', ignored.join(', '))
}

/** For lists whose operation has a 400. */
export function refuseFaults({ faults }: ListQuery): void {
  if (faults.length > 0) throw new Problem('invalid_request', { violations: faults })
}

export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor) void reply.header('link', nextLink(request, cursor))
}
