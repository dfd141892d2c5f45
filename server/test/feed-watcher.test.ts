import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FeedWatcher } from '../src/events/feed-watcher.ts'
import { findNewest } from '../src/events/position-queries.ts'
import { newIncident, startTestServer } from './support/harness.ts'

const server = await startTestServer()

/** Longer than the timeout of a test, so that only an event can end the wait in time. */
const hourMs = 3_600_000

test('waiting for events ends with the next event of the organization, and not with one of another organization', async () => {
  const [{ scope, call }, other] = [await server.newOrganization(), await server.newOrganization()]
  const { number } = (await findNewest(scope))!
  const { feedWatcher } = server.service
  const { number: otherNumber } = (await findNewest(other.scope))!
  const waiting = feedWatcher.wait(scope.organizationId, number, hourMs, new AbortController().signal)
  const leaving = new AbortController()
  const otherWaiting = feedWatcher.wait(other.scope.organizationId, otherNumber, hourMs, leaving.signal)
  await newIncident(call)
  await waiting
  expect(await Promise.race([otherWaiting.then(() => 'ended'), delay(0, 'waiting')])).toBe('waiting')
  leaving.abort()
  await otherWaiting
})

test('closing a watcher ends every wait, and every later wait ends immediately', async () => {
  const { scope } = await server.newOrganization()
  const watcher = new FeedWatcher(server.database.database)
  const { number } = (await findNewest(scope))!
  const wait = () => watcher.wait(scope.organizationId, number, hourMs, new AbortController().signal)
  const waiting = wait()
  watcher.close()
  expect([await waiting, await wait()]).toEqual([false, false])
})

test('while 200 requests of an organization wait for events, the next request of the organization is answered immediately', async () => {
  const { scope } = await server.newOrganization()
  const watcher = new FeedWatcher(server.database.database)
  const { number } = (await findNewest(scope))!
  const wait = () => watcher.wait(scope.organizationId, number, hourMs, new AbortController().signal)
  const waiting = Array.from({ length: 200 }, wait)
  expect(await wait()).toBe(false)
  watcher.close()
  await Promise.all(waiting)
})
