import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

const keyPattern = /^tocsin_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([0-9a-f]{64})$/

/**
 * Generates a secret as 64 lower-case hexadecimal digits: the id of the organization, which is not secret, then 128
 * random bits. The id lets a cluster look the key up on a single node.
 */
export const newSecret = (organizationId: Uuid): string =>
  organizationId.replaceAll('-', '') + randomBytes(16).toString('hex')

/** Formats an API key as `tocsin_<id>_<secret>`, with the id in hexadecimal without hyphens. */
export const formatKey = (id: Uuid, secret: string): string => `tocsin_${id.replaceAll('-', '')}_${secret}`

export interface ParsedKey {
  id: Uuid
  secret: string
  /**
   * Id of the organization, with which the secret begins. Undefined for secrets of earlier versions, which begin with
   * random digits. One in 64 of them has an id here nevertheless, because its digits look like one.
   */
  organizationId: Uuid | undefined
}

/** Splits the text of an API key into its parts. Returns undefined when the text is malformed. */
export function parseKey(text: string): ParsedKey | undefined {
  const match = keyPattern.exec(text)
  if (!match) return undefined
  const secret = match[6]!
  return {
    id: match.slice(1, 6).join('-'),
    secret,
    organizationId: organizationPattern.exec(secret)?.slice(1).join('-'),
  }
}

/** A UUIDv7 without hyphens. */
const organizationPattern = /^([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})/

/** Hashes a secret for storage. One round of SHA-256 is enough, because nobody can guess 128 random bits. */
export const digestSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const secretMatches = (secret: string, digest: Buffer): boolean => timingSafeEqual(digestSecret(secret), digest)
