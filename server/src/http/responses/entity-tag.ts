import { hash } from 'node:crypto'

/** Makes a strong entity tag by hashing the value's JSON. */
export const tagOf = (value: object): string => `"${hash('sha256', JSON.stringify(value), 'base64url')}"`
