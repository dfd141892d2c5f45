import { hash } from 'node:crypto'

/**
 * Hashes the body of a request in the canonical form of RFC 8785 (sorted names, no white space), so that a retry has the
 * same digest however it spells the body, and another request has another digest.
 * @param body flat object whose UUIDs and instants are normalized already.
 * @returns a SHA-256 as lower-case hexadecimal.
 */
export function requestDigest(body: object): string {
  const fields = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(Object.fromEntries(fields)))
}
