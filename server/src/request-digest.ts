import { hash } from 'node:crypto'

/**
 * Hashes a request body in the canonical form of RFC 8785: sorted fields, no white space. A retry therefore has the
 * same digest as the first request, even with its fields in another order.
 * @param body flat object whose UUIDs and instants are normalized already.
 * @returns a SHA-256 as lower-case hexadecimal.
 */
export function requestDigest(body: object): string {
  const fields = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(Object.fromEntries(fields)))
}
