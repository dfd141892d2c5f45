/** A range of bytes, `start` and `end` included. */
export interface ByteRange {
  start: number
  end: number
}

const singleRange = /^bytes=(\d*)-(\d*)$/i

/**
 * Reads the header `Range` for a file of `sizeBytes`.
 * @returns undefined for the whole file: without the header, and for other units or several ranges, which a server may
 *   ignore. `unsatisfiable` when the range starts beyond the end.
 * @see RFC 9110, 14.2
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = singleRange.exec(header?.replaceAll(/[ \t]/g, '') ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') return lastBytes(Number(last), sizeBytes)

  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < sizeBytes ? { start, end } : 'unsatisfiable'
}

const lastBytes = (length: number, sizeBytes: number): ByteRange | 'unsatisfiable' =>
  length === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 }
