import { createHash } from 'node:crypto'

// `{"sha256":"<64 digits>","value":<JSON>}`: still JSON, and the digest is that of the bytes of the value.
const [beforeDigest, beforeValue, atEnd] = ['{"sha256":"', '","value":', '}'] as const
const valueAt = beforeDigest.length + 64 + beforeValue.length

/** Writes a value as JSON with its SHA-256 before it. */
export function seal(value: unknown): string {
  const json = JSON.stringify(value)
  return `${beforeDigest}${sha256Of(json)}${beforeValue}${json}${atEnd}`
}

/**
 * Reads what `seal` wrote, and JSON that was written without a checksum by an earlier version.
 * @throws SyntaxError where a single bit differs from what was written.
 */
export function unseal(bytes: Buffer): unknown {
  const json = bytes.subarray(valueAt, -atEnd.length)
  const head = `${beforeDigest}${sha256Of(json)}${beforeValue}`
  const isIntact = bytes.subarray(0, valueAt).equals(Buffer.from(head)) && bytes.subarray(-1).toString() === atEnd
  if (isIntact) return JSON.parse(json.toString())
  const value: unknown = JSON.parse(bytes.toString())
  // Damage to either member's name leaves the other one.
  const wasSealed = typeof value === 'object' && value !== null && ('sha256' in value || 'value' in value)
  if (wasSealed) throw new SyntaxError('The content is not what was written.')
  return value
}

const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
