import { expect, test } from 'vitest'
import { newId } from '../../database/new-id.ts'
import { newToken, organizationOf } from '../sessions/token.ts'
import { formatKey, newSecret, parseKey } from './secret.ts'

test('the text of an API key contains the id of the key and the id of the organization', () => {
  const [id, organizationId] = [newId(), newId()]
  const secret = newSecret(organizationId)
  expect(parseKey(formatKey(id, secret))).toEqual({ id, secret, organizationId })
})

test('two API key secrets of one organization differ in their last 32 digits', () => {
  const organizationId = newId()
  const ends = [newSecret(organizationId), newSecret(organizationId)].map((secret) => secret.slice(32))
  expect(ends[0]).toHaveLength(32)
  expect(ends[0]).not.toBe(ends[1])
})

test('parseKey accepts the text of an API key without an organization, as earlier releases issued it', () => {
  const id = newId()
  const secret = 'c0ffee'.padEnd(64, '0')
  expect(parseKey(formatKey(id, secret))).toEqual({ id, secret, organizationId: undefined })
})

test('the token of a session contains the id of the organization', () => {
  const organizationId = newId()
  expect(organizationOf(newToken(organizationId))).toBe(organizationId)
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(50), 'A'.repeat(80), '°'.repeat(65)])(
  'organizationOf returns undefined for a token of an earlier release, and for any other text: %s',
  (token) => expect(organizationOf(token)).toBeUndefined(),
)
