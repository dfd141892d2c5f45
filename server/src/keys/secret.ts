import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

const keyPattern = /^tocsin_([0-9a-f]{32})_([0-9a-f]{64})$/

/** A fresh secret of 256 bits, as lower-case hexadecimal. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** The key as its holder sees it, once: `tocsin_<id>_<secret>`. */
export const formatKey = (id: Uuid, secret: string): string => `tocsin_${id.replaceAll('-', '')}_${secret}`

/** Takes a key apart; undefined when it is none. */
export function parseKey(text: string): { id: Uuid; secret: string } | undefined {
  const [, hexadecimal, secret] = keyPattern.exec(text) ?? []
  if (!hexadecimal || !secret) return undefined
  return { id: hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret }
}

/** What is stored of a secret. It is random and long, so that one round of SHA-256 is enough. */
export const digestSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const secretMatches = (secret: string, digest: Buffer): boolean => timingSafeEqual(digestSecret(secret), digest)
