import { createHmac } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isSameText } from '../../is-same-text.ts'

export type Variant = 'file' | 'thumbnail'

/** What one signed address gives: one variant of one file. */
export interface SignedFile {
  organizationId: Uuid
  mediaId: Uuid
  variant: Variant
}

export const addressLifetimeSeconds = 15 * 60

/** Under `publicUrl`: where a signed file is served. */
export const downloadPath = '/download/media'

/**
 * Makes the address of a file for the next 15 minutes.
 * @returns path and query, to be appended to the public address of the server.
 */
export function signedPath(secret: string, file: SignedFile, nowMs: number): string {
  const expires = String(Math.floor(nowMs / 1000) + addressLifetimeSeconds)
  const query = new URLSearchParams({ expires, signature: signatureOf(secret, file, expires) })
  return `${downloadPath}/${file.organizationId}/${file.mediaId}/${file.variant}?${query}`
}

/**
 * Checks the address that somebody calls, as it was called.
 * @returns how many seconds it remains valid; undefined when it was altered or has expired.
 */
export function secondsLeft(secret: string, file: SignedFile, query: unknown, nowMs: number): number | undefined {
  const { expires, signature, ...others } = query as Record<string, unknown>
  if (typeof expires !== 'string' || typeof signature !== 'string' || Object.keys(others).length > 0) return undefined
  // The texts and not what they decode to: base64url ignores two bits of the last character.
  if (!isSameText(signature, signatureOf(secret, file, expires))) return undefined
  const seconds = Number(expires) - Math.floor(nowMs / 1000)
  return seconds > 0 ? seconds : undefined
}

/** The purpose comes first, so that a signature made with the same secret for something else is not valid here. */
const signatureOf = (secret: string, { organizationId, mediaId, variant }: SignedFile, expires: string): string =>
  createHmac('sha256', secret)
    .update(['tocsin media download', organizationId, mediaId, variant, expires].join('\n'))
    .digest('base64url')
