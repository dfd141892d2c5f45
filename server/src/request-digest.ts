import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * What tells a retry from another request with the same key. The canonical form (RFC 8785) makes two spellings of one
 * body the same request.
 * @param body with its UUIDs and instants already written in one way.
 * @returns a SHA-256 as lower-case hexadecimal.
 */
export const requestDigest = (body: object): string => hash('sha256', canonicalize(body)!)
