import { isInstantForm } from '../compose.ts'

/** Splits a cell of tags at semicolons. */
export const readTags = (cell: string): string[] =>
  cell
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Reads a decimal comma, which spreadsheets of many countries write, and the minus of typography. */
export function readCoordinate(cell: string): string {
  const [, sign, whole, fraction = ''] = /^([-+\u2212]?)(\d+)(?:[.,](\d+))?$/.exec(cell) ?? []
  if (whole === undefined) return cell
  return `${sign === '\u2212' ? '-' : sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Reads a time that has its year first and an offset: `2026-03-01 09:30 +01:00`, with a space for `T`, without seconds,
 * with `+0100` or `+01`. All other forms are ambiguous: whether 03/01/2026 is in January depends on the country, and the
 * hour on where the file was made.
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
