import { createHash } from 'node:crypto'

// Sealed values have the format `{"sha256":"<64 digits>","value":<JSON>}`. The digest covers the bytes after `"value":`
// without the last brace.
const [beforeDigest, beforeValue, atEnd] = ['{"sha256":"', '","value":', '}'] as const
const valueAt = beforeDigest.length + 64 + beforeValue.length

/** Returns a value as JSON, together with the SHA-256 of that JSON. */
export function seal(value: unknown): string {
  const json = JSON.stringify(value)
  return `${beforeDigest}${sha256Of(json)}${beforeValue}${json}${atEnd}`
}

/**
 * Parses the output of `seal`, and JSON that an earlier version of the package wrote without a checksum.
 * @throws SyntaxError if any bit of the output of `seal` was changed.
 */
export function unseal(bytes: Buffer): unknown {
  const json = bytes.subarray(valueAt, -atEnd.length)
  const head = `${beforeDigest}${sha256Of(json)}${beforeValue}`
  const isIntact = bytes.subarray(0, valueAt).equals(Buffer.from(head)) && bytes.subarray(-1).toString() === atEnd
  if (isIntact) return JSON.parse(json.toString())
  const value: unknown = JSON.parse(bytes.toString())
  // Either member name shows that `seal` wrote the bytes, because the other name may be damaged.
  const wasSealed = typeof value === 'object' && value !== null && ('sha256' in value || 'value' in value)
  if (wasSealed) throw new SyntaxError('The content is not what was written.')
  return value
}

const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
