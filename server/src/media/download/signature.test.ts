import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressLifetimeSeconds, secondsLeft, signedPath, type SignedFile } from './signature.ts'

const secret = 'a secret of at least thirty-two characters'
const nowMs = Date.parse('2026-03-01T08:30:00.750Z')
const file: SignedFile = { organizationId: randomUUID(), mediaId: randomUUID(), variant: 'file' }

function signed(signedFile = file) {
  const url = new URL(signedPath(secret, signedFile, nowMs), 'http://localhost')
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) as { expires: string; signature: string } }
}

test('puts the organization id, the media id and the variant into the path of a signed URL', () => {
  expect(signed().path).toBe(`/download/media/${file.organizationId}/${file.mediaId}/file`)
})

test('accepts a signed URL for exactly 15 minutes from the beginning of the second in which it was signed', () => {
  const { query } = signed()
  const atMs = Math.floor(nowMs / 1000) * 1000
  expect(query.expires).toBe(String(atMs / 1000 + 15 * 60))
  expect(secondsLeft(secret, file, query, nowMs)).toBe(addressLifetimeSeconds)
  expect(secondsLeft(secret, file, query, atMs + 15 * 60_000 - 1)).toBe(1)
  expect(secondsLeft(secret, file, query, atMs + 15 * 60_000)).toBeUndefined()
})

test('rejects a signature that was made for another file, variant or organization, or with another secret', () => {
  const { query } = signed()
  const others: SignedFile[] = [
    { ...file, organizationId: randomUUID() },
    { ...file, mediaId: randomUUID() },
    { ...file, variant: 'thumbnail' },
    { ...file, organizationId: file.mediaId, mediaId: file.organizationId },
    { ...file, mediaId: file.mediaId.toUpperCase() },
    { ...file, organizationId: `${file.organizationId}\n${file.mediaId}`, mediaId: 'file', variant: '' as 'file' },
  ]
  for (const other of others) expect(secondsLeft(secret, other, query, nowMs)).toBeUndefined()
  expect(secondsLeft(`${secret}.`, file, query, nowMs)).toBeUndefined()
})

test('rejects a signature with a changed, missing or additional character', () => {
  const { query } = signed()
  const { signature } = query
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
  const changed = [...signature].flatMap((original, index) =>
    [...alphabet]
      .filter((character) => character !== original)
      .map((character) => signature.slice(0, index) + character + signature.slice(index + 1)),
  )
  for (const forged of [...changed, '', signature.slice(1), signature.slice(0, -1), `${signature}=`, `${signature}A`]) {
    expect(secondsLeft(secret, file, { ...query, signature: forged }, nowMs)).toBeUndefined()
  }
})

test('rejects a changed expiry, and another spelling of the same expiry', () => {
  const { query } = signed()
  const { expires } = query
  for (const forged of [
    String(Number(expires) + 1),
    `0${expires}`,
    `${expires}.0`,
    `+${expires}`,
    ' ',
    'Infinity',
    '',
  ]) {
    expect(secondsLeft(secret, file, { ...query, expires: forged }, nowMs)).toBeUndefined()
  }
})

test('rejects a signed URL with missing, repeated or additional query parameters', () => {
  const { query } = signed()
  const { expires, signature } = query
  const forged = [
    {},
    { expires },
    { signature },
    { expires: [expires, expires], signature },
    { expires, signature: [signature] },
    { expires, signature, other: '1' },
  ]
  for (const wrong of forged) expect(secondsLeft(secret, file, wrong, nowMs)).toBeUndefined()
})
