import { createHmac, hash, randomBytes } from 'node:crypto'

/** Generates a token of 256 bits for the session cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Hashes a token for storage. One round of SHA-256 is enough, because nobody can guess 256 random bits. */
export const digestToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Derives the CSRF token of a session from its token. The CSRF token is not stored, so the database cannot leak it. */
export const csrfTokenOf = (token: string): string =>
  createHmac('sha256', token).update('tocsin csrf token').digest('base64url')
