import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestDigest } from './request-digest.ts'

test('hashes a body in the canonical form of RFC 8785, so that digests stored by earlier versions stay valid', () => {
  const body = {
    tags: ['b', 'a'],
    name: '"é\u2028',
    priority: undefined,
    latitude: 1e21,
    longitude: -0,
    assigneeId: null,
  }
  const canonical = '{"assigneeId":null,"latitude":1e+21,"longitude":0,"name":"\\"é\u2028","tags":["b","a"]}'
  expect(requestDigest(body)).toBe(hash('sha256', canonical))
})

test('returns the same digest for reordered fields, and a different digest for reordered list items', () => {
  expect(requestDigest({ name: 'a', tags: ['b', 'c'] })).toBe(requestDigest({ tags: ['b', 'c'], name: 'a' }))
  expect(requestDigest({ tags: ['b', 'c'] })).not.toBe(requestDigest({ tags: ['c', 'b'] }))
})
