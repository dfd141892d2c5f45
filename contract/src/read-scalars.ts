const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)

const instantPattern = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/

/**
 * Reads an RFC 3339 date-time with an offset.
 * @returns the instant in UTC with milliseconds; finer digits are cut off. Undefined if the text is not a date-time, if
 *   the day or time does not exist, or if the instant is outside the years 0001 to 9999.
 */
export function parseInstant(text: string): string | undefined {
  if (isCanonical(text)) return text
  const match = instantPattern.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second, offsetHour = 0, offsetMinute = 0] = match.slice(1).map(Number)
  if (!isRealDay(year!, month!, day!)) return undefined
  if (hour! > 23 || minute! > 59 || second! > 59 || offsetHour > 23 || offsetMinute > 59) return undefined

  const date = new Date(withMilliseconds(text))
  return isInYears(date) ? date.toISOString() : undefined
}

/**
 * Returns true for a date-time in the form in which the server writes instants. Most callers send this form. Compares
 * the length first, because `Date` takes a tenth of a second to reject a text of a million words.
 */
function isCanonical(text: string): boolean {
  if (text.length !== '0000-00-00T00:00:00.000Z'.length) return false
  const date = new Date(text)
  return isInYears(date) && date.toISOString() === text
}

const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Returns true for a date in the years 0001 to 9999. Returns false for an invalid date, whose time is NaN. */
const isInYears = (date: Date): boolean => date.getTime() >= firstMs && date.getTime() <= lastMs

/**
 * Converts a date-time to the form that `Date` reads reliably: upper case, `T` before the time, and at most three
 * digits for the fraction of a second.
 */
const withMilliseconds = (text: string): string =>
  text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')

function isRealDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return day <= lastDay
}
