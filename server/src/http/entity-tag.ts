import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong entity tag: the same value always gets the same one, another value another one. */
export const tagOf = (value: object): string => `"${hash('sha256', JSON.stringify(value), 'base64url')}"`

/**
 * Whether, according to `If-None-Match`, the caller already has what the answer's `ETag` names.
 * @see RFC 9110, 13.1.2: the comparison is weak, because a proxy that compresses weakens tags on the way.
 */
export function holdsAlready({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const held = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return held.includes('*') || held.includes(String(reply.getHeader('etag')))
}
