import { hash } from 'node:crypto'

/** Makes a strong entity tag from a hash of the value's JSON text. */
export const tagOf = (value: object): string => `"${hash('sha256', JSON.stringify(value), 'base64url')}"`
