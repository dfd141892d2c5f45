import { hash } from 'node:crypto'

/** Makes a strong entity tag: the same value always gets the same one, another value another one. */
export const tagOf = (value: object): string => `"${hash('sha256', JSON.stringify(value), 'base64url')}"`
