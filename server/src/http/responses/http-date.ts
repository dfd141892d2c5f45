const day = String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)`
const month = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)`
const time = String.raw`\d\d:\d\d:\d\d`

const current = new RegExp(`^${day}, (\\d\\d ${month} \\d{4} ${time}) GMT$`)
const rfc850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d\\d)-(${month})-(\\d\\d) (${time}) GMT$`)
const asctime = new RegExp(`^${day} (${month}) ([ \\d]\\d) (${time}) (\\d{4})$`)

/**
 * Reads the date of a header, in the current format of HTTP or one of its two obsolete formats.
 * @returns milliseconds since 1970; undefined for any other text. RFC 9110 requires recipients to ignore an invalid
 *   date.
 * @see RFC 9110, 5.6.7
 */
export function readHttpDate(text: string | undefined): number | undefined {
  const ms = Date.parse(`${dateIn(text?.trim() ?? '')} UTC`)
  return Number.isNaN(ms) ? undefined : ms
}

function dateIn(text: string): string | undefined {
  const date = current.exec(text)?.[1]
  if (date !== undefined) return date
  const old = rfc850.exec(text)
  if (old) return `${old[1]} ${old[2]} ${fullYear(Number(old[3]))} ${old[4]}`
  const oldest = asctime.exec(text)
  return oldest ? `${oldest[2]} ${oldest[1]} ${oldest[4]} ${oldest[3]}` : undefined
}

/**
 * Expands a year of two digits, usually to a year of this century. If that year is more than 50 years in the future,
 * expands to the past century.
 */
function fullYear(lastTwoDigits: number): number {
  const thisYear = new Date().getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastTwoDigits
  return year > thisYear + 50 ? year - 100 : year
}
