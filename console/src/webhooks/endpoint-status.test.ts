import { expect, test } from 'vitest'
import { statusOf } from './endpoint-status.ts'

const facts = { pausedAt: null, failingSince: null, eventsBehind: 0 }
const at = '2026-09-30T12:00:00.000Z'

test.each([
  ['delivering', facts],
  ['behind', { ...facts, eventsBehind: 3 }],
  ['failing', { ...facts, eventsBehind: 3, failingSince: at }],
  ['paused', { pausedAt: at, eventsBehind: 3, failingSince: at }],
] as const)('statusOf returns the status "%s" of a webhook endpoint', (status, given) => {
  expect(statusOf(given)).toBe(status)
})
