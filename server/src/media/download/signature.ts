import { createHmac } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isSameText } from '../../is-same-text.ts'

export type Variant = 'file' | 'thumbnail'

/** Target of one signed address: one variant of one file. */
export interface SignedFile {
  organizationId: Uuid
  mediaId: Uuid
  variant: Variant
}

export const addressLifetimeSeconds = 15 * 60

/** Path of signed addresses, below `publicUrl`. */
export const downloadPath = '/download/media'

/**
 * Signs the address of a file, valid for 15 minutes.
 * @returns path and query, to append to the public address of the server.
 */
export function signedPath(secret: string, file: SignedFile, nowMs: number): string {
  const expires = String(Math.floor(nowMs / 1000) + addressLifetimeSeconds)
  const query = new URLSearchParams({ expires, signature: signatureOf(secret, file, expires) })
  return `${downloadPath}/${file.organizationId}/${file.mediaId}/${file.variant}?${query}`
}

/**
 * Checks a signed address.
 * @returns seconds until it expires; undefined when it was altered or has expired.
 */
export function secondsLeft(secret: string, file: SignedFile, query: unknown, nowMs: number): number | undefined {
  const { expires, signature, ...others } = query as Record<string, unknown>
  if (typeof expires !== 'string' || typeof signature !== 'string' || Object.keys(others).length > 0) return undefined
  // Compare the text, not the decoded bytes: base64url ignores two bits of the last character.
  if (!isSameText(signature, signatureOf(secret, file, expires))) return undefined
  const seconds = Number(expires) - Math.floor(nowMs / 1000)
  return seconds > 0 ? seconds : undefined
}

/** The signed text starts with the purpose, so that signatures made with the same secret for other purposes fail here. */
const signatureOf = (secret: string, { organizationId, mediaId, variant }: SignedFile, expires: string): string =>
  createHmac('sha256', secret)
    .update(['tocsin media download', organizationId, mediaId, variant, expires].join('\n'))
    .digest('base64url')
