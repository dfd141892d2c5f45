import { v7 as newUuid } from 'uuid'
import { expect, test } from 'vitest'
import { findAwaitedSlots, isSlotOver, pauseAfter } from './slots.ts'

const organizationId = newUuid()
const deliveries = (count: number, isFailing: boolean, organization: () => string = () => organizationId) =>
  Array.from({ length: count }, () => ({ organizationId: organization(), isFailing }))

test('failing webhook endpoints of an organization leave slots for its other endpoints', () => {
  const [failing, delivering] = [deliveries(5, true), deliveries(4, false)]
  const active = [...failing, ...delivering]
  expect(findAwaitedSlots({ organizationId, isFailing: false }, active)).toEqual([])
  expect(findAwaitedSlots({ organizationId, isFailing: true }, active)).toEqual(failing)
  expect(findAwaitedSlots({ organizationId: newUuid(), isFailing: true }, active)).toEqual([])
})

test('the webhook endpoints of one organization leave slots for other organizations', () => {
  const active = deliveries(10, false)
  expect(findAwaitedSlots({ organizationId, isFailing: false }, active)).toEqual(active)
  expect(findAwaitedSlots({ organizationId: newUuid(), isFailing: false }, active)).toEqual([])
})

test('a webhook endpoint waits for a slot while the process delivers to 100 endpoints of other organizations', () => {
  const active = deliveries(100, false, newUuid)
  expect(findAwaitedSlots({ organizationId, isFailing: false }, active)).toEqual(active)
  expect(findAwaitedSlots({ organizationId, isFailing: false }, active.slice(1))).toEqual([])
})

test('a webhook endpoint gives up its slot to another endpoint after 10 seconds', () => {
  expect(isSlotOver(performance.now() - 9_000)).toBe(false)
  expect(isSlotOver(performance.now() - 10_000)).toBe(true)
})

test('undelivered events are queried every second, sooner while an endpoint waits for a slot, and later after a slow query', () => {
  expect(pauseAfter({ pollMs: 2, isSlotAwaited: false })).toBe(1_000)
  expect(pauseAfter({ pollMs: 2, isSlotAwaited: true })).toBe(100)
  expect(pauseAfter({ pollMs: 300, isSlotAwaited: true })).toBe(3_000)
  expect(pauseAfter({ pollMs: 2_000, isSlotAwaited: false })).toBe(10_000)
})
