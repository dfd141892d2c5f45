import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/** Length of 256 random bits in Base64. Tokens of earlier versions consist of these bits only. */
const randomLength = 43

/**
 * Generates a token for the session cookie: 256 random bits, then the id of the organization. With this id, a cluster
 * can look the session up on a single node.
 */
export const newToken = (organizationId: Uuid): string =>
  randomBytes(32).toString('base64url') + Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')

/** Reads the organization from a token. Returns undefined for a token of an earlier version and for any other text. */
export function organizationOf(token: string): Uuid | undefined {
  const digits = Buffer.from(token.slice(randomLength), 'base64url').toString('hex')
  return /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits)?.slice(1).join('-')
}

/** Hashes a token for storage. One round of SHA-256 is enough, because nobody can guess 256 random bits. */
export const digestToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Derives the CSRF token of a session from its token. The CSRF token is not stored, so the database cannot leak it. */
export const csrfTokenOf = (token: string): string =>
  createHmac('sha256', token).update('tocsin csrf token').digest('base64url')
