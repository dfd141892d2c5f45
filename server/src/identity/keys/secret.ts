import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

const keyPattern = /^tocsin_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([0-9a-f]{64})$/

/** A fresh secret of 256 bits, as lower-case hexadecimal. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** The key as its holder sees it, once: `tocsin_<id>_<secret>`. */
export const formatKey = (id: Uuid, secret: string): string => `tocsin_${id.replaceAll('-', '')}_${secret}`

/** Takes a key apart; undefined when it is none. */
export function parseKey(text: string): { id: Uuid; secret: string } | undefined {
  const match = keyPattern.exec(text)
  return match ? { id: match.slice(1, 6).join('-'), secret: match[6]! } : undefined
}

/** What is stored of a secret. It is random and long, so that one round of SHA-256 is enough. */
export const digestSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const secretMatches = (secret: string, digest: Buffer): boolean => timingSafeEqual(digestSecret(secret), digest)
