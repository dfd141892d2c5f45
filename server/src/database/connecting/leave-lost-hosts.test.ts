import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Host } from './host-client.ts'
import { leaveLostHosts } from './leave-lost-hosts.ts'

const one: Host = { host: 'one', port: 5432 }
const two: Host = { host: 'two', port: 5432 }

/**
 * Makes a pool that has one connection to each of two hosts. On both connections, a statement has been waiting for its
 * response for a long time. Then advances the clock by one second.
 * @param accepting hosts that respond quickly that they accept writes.
 * @returns the names of the hosts whose connections were closed.
 */
async function leftHosts(primary: Host | undefined, accepting: Host[]): Promise<string[]> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const left: string[] = []
  const pool = new EventEmitter()
  const findHost = () => (primary ? Promise.resolve(primary) : Promise.reject(new Error('no host accepts writes')))
  const acceptsWrites = async ({ host }: Host) => accepting.some((each) => each.host === host)
  const stop = leaveLostHosts(pool as pg.Pool, findHost, acceptsWrites)
  for (const { host, port } of [one, two]) {
    const stream = { destroy: () => void left.push(host) }
    pool.emit('connect', { host, port, waitsLongerThan: () => true, connection: { stream } })
  }
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  return left
}

test('connections to a former primary are closed after another host has become the primary', async () => {
  expect(await leftHosts(two, [two])).toEqual(['one'])
})

test('no connection is closed if two hosts accept writes, such as proxies in front of one primary', async () => {
  expect(await leftHosts(two, [one, two])).toEqual([])
})

test('no connection is closed while no host accepts writes', async () => {
  expect(await leftHosts(undefined, [])).toEqual([])
})

test('connections to the primary stay open even if the primary takes long to respond', async () => {
  expect(await leftHosts(two, [])).toEqual(['one'])
})
