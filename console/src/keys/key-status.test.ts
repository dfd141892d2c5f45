import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { expect, test } from 'vitest'
import { statusOf } from './key-status.ts'

const nowMs = Date.parse('2026-09-30T12:00:00.000Z')
const key = (fields: Partial<ApiKey>) => ({ state: 'active', expiresAt: null, ...fields }) as ApiKey

test.each([
  ['active', key({})],
  ['active', key({ expiresAt: '2026-10-14T12:00:00.000Z' })],
  ['expiring', key({ expiresAt: '2026-10-14T11:59:59.999Z' })],
  ['being_replaced', key({ state: 'being_replaced', expiresAt: '2026-10-01T00:00:00.000Z' })],
  ['expired', key({ state: 'expired', expiresAt: '2026-09-01T00:00:00.000Z' })],
  ['revoked', key({ state: 'revoked', expiresAt: '2026-10-01T00:00:00.000Z' })],
] as const)('statusOf returns the status "%s" of an API key', (status, given) => {
  expect(statusOf(given, nowMs)).toBe(status)
})
