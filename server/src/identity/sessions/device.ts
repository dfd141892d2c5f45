import { createHmac, randomBytes } from 'node:crypto'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import { isSameText } from '../../is-same-text.ts'

/** Browser on which somebody has signed in before. */
export interface Device {
  id: string
  /** Users who have signed in on this browser, at least one. The user who signed in last comes first. */
  userIds: [Uuid, ...Uuid[]]
}

/** Signed proof that a user has signed in on the browser with a device cookie. */
interface Mark {
  userId: Uuid
  /** Day on which the device cookie got this mark, as the number of days since 1970-01-01. */
  issuedOn: number
}

/**
 * Maximum number of users named in one device cookie. Several people may share a browser, for example at a reception
 * desk.
 */
const marksMaximum = 5
const markLifetimeDays = 180
/** Age, in days, at which a mark in the device cookie is renewed, if its user is signed in. */
const renewalDays = 30
const dayMs = 86_400_000

/**
 * Reads and writes the device cookie, which proves that certain users have signed in on this browser before. The cookie
 * signs nobody in. It only separates the counts of failed sign-in attempts: attempts for these users on this browser do
 * not count with those on other browsers.
 *
 * Format: `<device id>.<user id>~<day>~<HMAC>.…`. Each part after the device id is the mark of one user. The HMAC
 * covers the device id, the user id and the day, so a mark is invalid in another cookie or for another user.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export class DeviceMarks {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Reads a device cookie. @returns undefined when the cookie is missing or has no valid mark. */
  read(cookie: string | undefined): Device | undefined {
    const { id, marks } = this.#parse(cookie)
    const [latest, ...earlier] = marks.map(({ userId }) => userId)
    return latest === undefined ? undefined : { id, userIds: [latest, ...earlier] }
  }

  /** Adds the mark of a user who has signed in to a device cookie. @returns the new value of the cookie. */
  add(cookie: string | undefined, userId: Uuid): string {
    const { id, marks } = this.#parse(cookie)
    const others = marks.filter((mark) => mark.userId !== userId).slice(0, marksMaximum - 1)
    return [id, ...[{ userId, issuedOn: today() }, ...others].map((mark) => this.#format(id, mark))].join('.')
  }

  /** Returns true if a device cookie lacks the mark of the user, or if the mark should be renewed. */
  needsMark(cookie: string | undefined, userId: Uuid): boolean {
    return !this.#parse(cookie).marks.some((mark) => mark.userId === userId && today() - mark.issuedOn < renewalDays)
  }

  /**
   * Splits a device cookie into its device id and its valid marks. Without a valid mark, makes a new device id, because
   * an attacker may have chosen the id in the cookie.
   */
  #parse(cookie = ''): { id: string; marks: Mark[] } {
    const [id = '', ...parts] = cookie.split('.', marksMaximum + 1)
    const marks = parts.flatMap((part) => this.#parseMark(id, part) ?? [])
    return marks.length > 0 ? { id, marks } : { id: randomBytes(16).toString('base64url'), marks: [] }
  }

  #parseMark(id: string, part: string): Mark | undefined {
    const [userId = '', day = ''] = part.split('~', 2)
    if (!isUuid(userId) || !/^\d{1,6}$/.test(day)) return undefined
    const mark = { userId, issuedOn: Number(day) }
    if (!isSameText(part, this.#format(id, mark)) || today() - mark.issuedOn > markLifetimeDays) return undefined
    return mark
  }

  #format(id: string, { userId, issuedOn }: Mark): string {
    const hmac = createHmac('sha256', this.#secret).update(`tocsin device\0${id}\0${userId}\0${issuedOn}`)
    return `${userId}~${issuedOn}~${hmac.digest('base64url')}`
  }
}

const today = (): number => Math.floor(Date.now() / dayMs)
