import { timingSafeEqual } from 'node:crypto'

/** Compares what a caller sent with a secret, in a time that does not tell how much of it is right. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
