import { v7 as newUuid } from 'uuid'
import { expect, test } from 'vitest'
import { inTheWayOf, isTurnOver, pauseAfter } from './turns.ts'

const organizationId = newUuid()
const deliveries = (count: number, isFailing: boolean, organization: () => string = () => organizationId) =>
  Array.from({ length: count }, () => ({ organizationId: organization(), isFailing }))

test('failing webhook endpoints of an organization leave room for its other endpoints', () => {
  const [failing, delivering] = [deliveries(5, true), deliveries(4, false)]
  const active = [...failing, ...delivering]
  expect(inTheWayOf({ organizationId, isFailing: false }, active)).toEqual([])
  expect(inTheWayOf({ organizationId, isFailing: true }, active)).toEqual(failing)
  expect(inTheWayOf({ organizationId: newUuid(), isFailing: true }, active)).toEqual([])
})

test('the webhook endpoints of one organization leave room for other organizations', () => {
  const active = deliveries(10, false)
  expect(inTheWayOf({ organizationId, isFailing: false }, active)).toEqual(active)
  expect(inTheWayOf({ organizationId: newUuid(), isFailing: false }, active)).toEqual([])
})

test('a webhook endpoint waits if the process delivers to 100 endpoints of other organizations', () => {
  const active = deliveries(100, false, newUuid)
  expect(inTheWayOf({ organizationId, isFailing: false }, active)).toEqual(active)
  expect(inTheWayOf({ organizationId, isFailing: false }, active.slice(1))).toEqual([])
})

test('the deliveries to a webhook endpoint must make room for another endpoint after 10 seconds', () => {
  expect(isTurnOver(performance.now() - 9_000)).toBe(false)
  expect(isTurnOver(performance.now() - 10_000)).toBe(true)
})

test('the search for undelivered events is repeated after a second, and sooner while a webhook endpoint waits for its turn', () => {
  expect(pauseAfter({ pollMs: 2, hasRoom: true })).toBe(1_000)
  expect(pauseAfter({ pollMs: 2, hasRoom: false })).toBe(100)
  expect(pauseAfter({ pollMs: 300, hasRoom: false })).toBe(3_000)
  expect(pauseAfter({ pollMs: 2_000, hasRoom: true })).toBe(10_000)
})
