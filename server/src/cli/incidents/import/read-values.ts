import { isInstantForm } from '../compose.ts'

/** Splits a cell into tags at its semicolons. */
export const readTags = (cell: string): string[] =>
  cell
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/**
 * Reads a coordinate with a decimal point or comma, and with a hyphen or a typographic minus. Leaves other texts
 * unchanged.
 */
export function readCoordinate(cell: string): string {
  const [, sign, whole, fraction = ''] = /^([-+\u2212]?)(\d+)(?:[.,](\d+))?$/.exec(cell) ?? []
  if (whole === undefined) return cell
  return `${sign === '\u2212' ? '-' : sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Reads a time that begins with the year and has an offset, such as `2026-03-01 09:30 +01:00`. The time may have a
 * space instead of `T`, no seconds, and `+0100` or `+01` as the offset. Leaves all other forms unchanged, because they
 * are ambiguous: the month of 03/01/2026 depends on the country, and a time without an offset depends on the time zone.
 */
export function readTime(cell: string): string {
  if (isInstantForm(cell)) return cell
  const [, date, time, seconds = ':00', offset] =
    /^(\d{4}-\d{2}-\d{2})[T ]+(\d{2}:\d{2})(:\d{2}(?:[.,]\d+)?)? ?(z|[-+\u2212]\d{2}(?::?\d{2})?)$/i.exec(cell) ?? []
  if (offset === undefined) return cell
  const [, sign, hours, minutes = '00'] = /^([-+\u2212])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  const zone = sign === undefined ? 'Z' : `${sign === '+' ? '+' : '-'}${hours}:${minutes}`
  return `${date}T${time}${seconds.replace(',', '.')}${zone}`
}
