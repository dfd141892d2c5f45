/** Range of bytes in a file. It includes the bytes at `start` and at `end`. */
export interface ByteRange {
  start: number
  end: number
}

const singleRange = /^bytes=(\d*)-(\d*)$/i

/**
 * Reads the request header `Range`.
 * @param sizeBytes size of the requested file.
 * @returns the requested range. Undefined means that the whole file must be sent: the header is missing, malformed, in
 *   another unit than bytes or has several ranges. RFC 9110 allows a server to ignore such headers. `unsatisfiable`
 *   means that the range contains no byte of the file.
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
