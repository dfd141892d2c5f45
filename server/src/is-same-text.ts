import { timingSafeEqual } from 'node:crypto'

/**
 * Compares a text with a secret in constant time, so that the duration does not reveal how much of the text matches.
 */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
