import { tzOffset } from '@date-fns/tz'
import { timeZone } from './time-zone.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Converts a local time in the console's time zone to an instant, in milliseconds since 1970. If the local time occurs
 * twice, returns its first occurrence. If the clocks skip the local time, moves it forward by the skipped time.
 *
 * The constructor of `TZDateMini` is no alternative: it reads the local time in the time zone of the browser first, and
 * returns a wrong instant if the clocks of the browser skip or repeat this time.
 * @param localMs the local time as milliseconds since 1970, as if it were a time in UTC.
 */
export function msOfLocal(localMs: number): number {
  const [first, second] = [localMs - dayMs, localMs + dayMs].map((nearMs) => localMs - offsetMsAt(nearMs))
  const isShownAt = (atMs: number) => atMs + offsetMsAt(atMs) === localMs
  return !isShownAt(first!) && isShownAt(second!) ? second! : first!
}

const offsetMsAt = (atMs: number): number => Math.round(tzOffset(timeZone(), new Date(atMs)) * 60_000)
