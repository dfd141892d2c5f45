import { createHmac, hash, randomBytes } from 'node:crypto'

/** A fresh token of 256 bits, which the browser keeps in a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. It is random and long, so that one round of SHA-256 is enough. */
export const digestToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What each write of a session carries beside the cookie. Derived, so that the database cannot give it away. */
export const csrfTokenOf = (token: string): string =>
  createHmac('sha256', token).update('tocsin csrf token').digest('base64url')
