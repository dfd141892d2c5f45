import { createHmac } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isSameText } from '../../is-same-text.ts'

export type Variant = 'file' | 'thumbnail'

/** Target of a signed URL: a file, or the thumbnail of a file. */
export interface SignedFile {
  organizationId: Uuid
  mediaId: Uuid
  variant: Variant
}

export const addressLifetimeSeconds = 15 * 60

/** First part of the path of every signed URL, to be appended to `publicUrl`. */
export const downloadPath = '/download/media'

/**
 * Makes a signed URL for a file, valid for 15 minutes.
 * @returns path and query string, to be appended to the public URL of the server.
 */
export function signedPath(secret: string, file: SignedFile, nowMs: number): string {
  const expires = String(Math.floor(nowMs / 1000) + addressLifetimeSeconds)
  const query = new URLSearchParams({ expires, signature: signatureOf(secret, file, expires) })
  return `${downloadPath}/${file.organizationId}/${file.mediaId}/${file.variant}?${query}`
}

/**
 * Checks a signed URL.
 * @param file organization, file and variant from the path of the URL.
 * @param query parsed query string of the URL.
 * @returns seconds until the URL expires; undefined when the URL was altered or has expired.
 */
export function secondsLeft(secret: string, file: SignedFile, query: unknown, nowMs: number): number | undefined {
  const { expires, signature, ...others } = query as Record<string, unknown>
  if (typeof expires !== 'string' || typeof signature !== 'string' || Object.keys(others).length > 0) return undefined
  // Compare the texts, not the decoded bytes. Decoding base64url ignores two bits of the last character, so that an
  // altered signature could be accepted.
  if (!isSameText(signature, signatureOf(secret, file, expires))) return undefined
  const seconds = Number(expires) - Math.floor(nowMs / 1000)
  return seconds > 0 ? seconds : undefined
}

/**
 * Signs the parts and the purpose of a URL. Including the purpose makes a signature for another purpose invalid here.
 */
const signatureOf = (secret: string, { organizationId, mediaId, variant }: SignedFile, expires: string): string =>
  createHmac('sha256', secret)
    .update(['tocsin media download', organizationId, mediaId, variant, expires].join('\n'))
    .digest('base64url')
