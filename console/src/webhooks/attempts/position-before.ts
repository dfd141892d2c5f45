/**
 * Returns the feed position directly before the given one. A replay after the returned position begins with the event
 * at the given position.
 * @param position position as the API writes it: an epoch, a hyphen and a number from 1.
 */
export function positionBefore(position: string): string {
  const hyphen = position.lastIndexOf('-')
  return `${position.slice(0, hyphen)}-${Number(position.slice(hyphen + 1)) - 1}`
}
