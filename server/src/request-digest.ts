import { hash } from 'node:crypto'

/**
 * Tells a retry from another request with the same key. Two spellings of one body are the same request, so it is
 * written as in RFC 8785: the names in order, without white space.
 * @param body with its UUIDs and instants already written in one way; no object is inside it.
 * @returns a SHA-256 as lower-case hexadecimal.
 */
export function requestDigest(body: object): string {
  const fields = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(Object.fromEntries(fields)))
}
