import { tzOffset } from '@date-fns/tz'
import { timeZone } from './time-zone.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Returns the milliseconds since 1970 at which clocks in the time zone of the console show a local time. A local time
 * that occurs twice means its first occurrence. A local time that the clocks skip is moved forward by the skipped time.
 *
 * The constructor of `TZDateMini` is no alternative: it reads the local time in the time zone of the browser first, and
 * returns a wrong instant if the clocks of the browser skip or repeat this time.
 * @param localMs milliseconds since 1970 at which clocks in UTC show the local time.
 */
export function msOfLocal(localMs: number): number {
  const [first, second] = [localMs - dayMs, localMs + dayMs].map((nearMs) => localMs - offsetMsAt(nearMs))
  const isShownAt = (atMs: number) => atMs + offsetMsAt(atMs) === localMs
  return !isShownAt(first!) && isShownAt(second!) ? second! : first!
}

const offsetMsAt = (atMs: number): number => Math.round(tzOffset(timeZone(), new Date(atMs)) * 60_000)
