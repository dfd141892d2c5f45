import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

const keyPattern = /^tocsin_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([0-9a-f]{64})$/

/** Generates a secret of 256 bits as lower-case hexadecimal. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** Formats an API key as `tocsin_<id>_<secret>`, with the id in hexadecimal without hyphens. */
export const formatKey = (id: Uuid, secret: string): string => `tocsin_${id.replaceAll('-', '')}_${secret}`

/** Splits the text of an API key into id and secret. Returns undefined when the text is malformed. */
export function parseKey(text: string): { id: Uuid; secret: string } | undefined {
  const match = keyPattern.exec(text)
  return match ? { id: match.slice(1, 6).join('-'), secret: match[6]! } : undefined
}

/** Hashes a secret for storage. One round of SHA-256 is enough, because nobody can guess 256 random bits. */
export const digestSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const secretMatches = (secret: string, digest: Buffer): boolean => timingSafeEqual(digestSecret(secret), digest)
